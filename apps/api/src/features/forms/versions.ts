import { type FormDefinition, publishedForm } from '@shiloh/contract/forms/forms'
import { lockPools, lockQuotas, syncQuotas } from '#features/reservations'
import { canonical } from '#platform/audit/audit.store'
import { sha256 } from '#platform/auth/crypto'
import { sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { formProblems } from './rules.ts'
import { findAskingEvents, readDefinition, saveVersion } from './store.ts'

const hashOf = (definition: FormDefinition): string => sha256(canonical(definition))

/** Stores the current form as the version that people answer. */
export const publishForm = async ({ tx, now }: Pick<Work, 'tx' | 'now'>, formId: string): Promise<void> => {
  const definition = publishedForm(await readDefinition(tx, formId))
  await saveVersion(tx, now, formId, definition, hashOf(definition))
}

/**
 * Call after any part of a form changed. If published events use it, checks that it can be answered and publishes it.
 * @throws event_not_publishable naming the questions
 */
export const formChanged = async (work: Pick<Work, 'tx' | 'now' | 'deps'>, formId: string): Promise<void> => {
  const { tx, now } = work
  const events = await findAskingEvents(tx, formId)
  if (events.length === 0) return
  const definition = publishedForm(await readDefinition(tx, formId))
  const problems = formProblems(definition)
  if (problems.length > 0) throw new AppError('event_not_publishable', { fields: problems })
  const ids = events.map(({ id }) => id)
  // All of them first, in the global order. Somebody who saves one of the events has its locks before the version of its form is written.
  await lockPools(sqlIn(tx), ids)
  await lockQuotas(sqlIn(tx), ids)
  await saveVersion(tx, now, formId, definition, hashOf(definition))
  for (const { id } of events) await syncQuotas(work, id, { inForm: true })
}
