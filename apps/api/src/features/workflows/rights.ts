import { type Authorization, isAllowed, type Permission } from '@shiloh/contract/permissions'
import {
  type Definition,
  placedSteps,
  type Step,
  type StepKind,
  type Subject,
  TRIGGERS,
} from '@shiloh/contract/workflows'
import { writingTo } from '#features/messaging'
import { loadActiveAuthorizations, loadAuthors } from '#platform/auth/auth.store'
import { hiddenFrom, type Named } from '#platform/auth/denied'
import { namesHidden } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { sqlIn } from '#platform/db/sql.store'
import type { About } from './subjects.store.ts'

/** What somebody needs to read the record that a workflow is about. */
export const READ: Readonly<Record<Subject, Permission>> = {
  reservation: 'reservations.read',
  user: 'users.read',
  ticket: 'support_tickets.read',
  event: 'events.read',
}

/** A right that an author lacks: to see what the workflow is about, or to do what a step does. */
export type Lacking = 'read' | Exclude<StepKind, 'approval' | 'wait'>

const needed = (step: Step, subject: Subject): readonly Permission[] => {
  switch (step.kind) {
    case 'send':
      return writingTo(subject === 'reservation' ? 'reservations' : 'users')
    case 'task':
      return ['tasks.create']
    case 'committee':
      return ['reservations.update']
    case 'release':
      return ['reservations.cancel']
    case 'approval':
    case 'wait':
      return []
  }
}

const lacks = (authorization: Authorization, step: Step, subject: Subject): Lacking | undefined =>
  step.kind !== 'approval' &&
  step.kind !== 'wait' &&
  needed(step, subject).some((permission) => !isAllowed(authorization, permission))
    ? step.kind
    : undefined

/** Returns the parts of a definition that somebody may not do: `trigger`, `steps.0`, `steps.0.approved.1`. */
export const lackingIn = (
  authorization: Authorization,
  { trigger, steps }: Pick<Definition, 'trigger' | 'steps'>,
): { readonly path: string; readonly lacking: Lacking }[] => {
  const subject = TRIGGERS[trigger]
  return [
    ...(isAllowed(authorization, READ[subject]) ? [] : [{ path: 'trigger', lacking: 'read' as const }]),
    ...placedSteps(steps).flatMap(([path, step]) => {
      const lacking = lacks(authorization, step, subject)
      return lacking ? [{ path, lacking }] : []
    }),
  ]
}

/** Why an author may not act: the account is gone or was deactivated, or it lacks a permission. */
export type Hindrance = 'author_gone' | 'author_forbidden'

/** Returns what keeps the authors of definitions from doing all of their steps, in the same order. */
export const findHindrances = async (
  db: Queryable,
  all: readonly { readonly author_id: string | null; readonly definition: Definition }[],
): Promise<(Hindrance | null)[]> => {
  const ids = [...new Set(all.flatMap(({ author_id }) => author_id ?? []))]
  const authorizations = await loadAuthors(sqlIn(db), ids)
  return all.map(({ author_id, definition }) => {
    const authorization = author_id === null ? undefined : authorizations.get(author_id)
    if (!authorization) return 'author_gone'
    return lackingIn(authorization, definition).length > 0 ? 'author_forbidden' : null
  })
}

/**
 * Returns what keeps an author from doing one step for one record now. What is denied to the author is not acted on.
 * Waiting needs no permission.
 */
export const hindranceAt = async (
  db: Queryable,
  authorId: string | null,
  subject: Subject,
  step: Step,
  about: readonly Named[],
): Promise<Hindrance | null> => {
  if (step.kind === 'wait') return null
  const authorization = authorId === null ? undefined : (await loadAuthors(sqlIn(db), [authorId])).get(authorId)
  if (!authorization) return 'author_gone'
  if (!isAllowed(authorization, READ[subject]) || lacks(authorization, step, subject)) return 'author_forbidden'
  const hidden = hiddenFrom(authorization, READ[subject])
  return hidden && (await namesHidden(db, hidden, about)) ? 'author_forbidden' : null
}

/** Somebody from whom a record is not hidden, and whether they may read it. */
export interface Asked {
  readonly id: string
  readonly reads: boolean
}

/** Returns those of these people to whom the record that a workflow is about is not denied. */
export const notDenied = async (
  db: Queryable,
  userIds: readonly string[],
  { subject, id: recordId }: Pick<About, 'subject' | 'id'>,
  named: readonly Named[],
): Promise<Asked[]> => {
  const authorizations = await loadActiveAuthorizations(sqlIn(db), [...userIds])
  const asked: Asked[] = []
  for (const id of userIds) {
    const authorization = authorizations.get(id)
    if (!authorization) continue
    const hidden = hiddenFrom(authorization, READ[subject])
    if (hidden && (hidden.own.includes(recordId) || (await namesHidden(db, hidden, named)))) continue
    asked.push({ id, reads: isAllowed(authorization, READ[subject]) })
  }
  return asked
}

/** Returns those of these people who may read a record that a workflow is about: a message to them says what is in it. */
export const readersAmong = async (
  db: Queryable,
  userIds: readonly string[],
  about: Pick<About, 'subject' | 'id'>,
  named: readonly Named[],
): Promise<string[]> => (await notDenied(db, userIds, about, named)).filter(({ reads }) => reads).map(({ id }) => id)
