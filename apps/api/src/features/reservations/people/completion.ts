import { defineTexts, isLanguage } from '@shiloh/contract/core'
import { type FormDefinition, formInLanguage } from '@shiloh/contract/forms/forms'
import {
  COMPLETION_DAYS,
  type Completable,
  type CompletionBody,
  type CompletionView,
  completionRoutes,
  isCompletable,
} from '@shiloh/contract/reservations/completion'
import { readMissing } from '@shiloh/contract/reservations/party'
import { maskEmail, maskName, maskPhone } from '@shiloh/contract/text/masking'
import { z } from 'zod'
import { bind, orchestrates, writes } from '#http/binder'
import { hashToken } from '#http/credentials'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { AppError, invalid } from '#platform/errors'
import { EXAMPLE } from '#platform/messaging/example'
import { eventNamed } from '#platform/messaging/named'
import { noticeTemplate, type Templates, template } from '#platform/messaging/templates'
import { translate } from '#platform/text/texts'
import type { EventOffer } from '../booking/facts.rules.ts'
import { edit } from '../lifecycle/change.ts'
import { requireOffer } from '../money/refunds-due.ts'
import { findRecord } from '../read/records.store.ts'
import type { ReservationRecord } from '../read/views.ts'
import { endLinks, findAddressee, findChoices, findOneToken, findStaff, insertLink } from './completion.store.ts'
import { findOrganisation } from './people.store.ts'

const texts = defineTexts('server/completion-mails', {
  subject: 'Complete your registration: {event}',
  body: 'The office of {organisation} has registered you. A few answers are still missing. You do not need an account; the link is only for you and works until you have finished, for two weeks at most.',
  sms: '{event}: complete your registration: {link}',
  done: 'Registration {code} is complete',
})

const data = z.object({ event: z.string(), organisation: z.string(), token: z.string() })

/** Returns the URL of a link's page. The token is in the fragment, which servers and proxies do not log. */
const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/complete#${token}`

/** What staff see of the message with the link. */
const asked = {
  group: 'reservations',
  examples: [{ event: EXAMPLE.event, organisation: EXAMPLE.organisation, token: EXAMPLE.token }],
} as const

export const completionTemplates: Templates = {
  complete_reservation: template(
    data,
    (given, language, { publicUrl }) => ({
      subject: translate(texts.subject, language, given),
      text: [translate(texts.body, language, given), linkOf(publicUrl, given.token)].join('\n\n'),
    }),
    asked,
  ),
  registration_completed: noticeTemplate(
    'reservation',
    z.object({ code: z.string(), reservation_id: z.string() }),
    ({ code, reservation_id }, language, { publicUrl }) => {
      const subject = translate(texts.done, language, { code })
      const link = `/admin/reservations/${reservation_id}`
      return {
        subject,
        body: '',
        link,
        sms: `${subject} ${publicUrl}${link}`,
        text: `${subject}\n\n${publicUrl}${link}`,
      }
    },
    { group: 'office', examples: [{ code: EXAMPLE.code, reservation_id: EXAMPLE.id }] },
  ),
  complete_reservation_sms: template(
    data,
    (given, language, { publicUrl }) => ({
      subject: '',
      text: translate(texts.sms, language, { ...given, link: linkOf(publicUrl, given.token) }),
    }),
    asked,
  ),
}

const isLive = (record: ReservationRecord, now: Date): boolean =>
  record.status === 'active' ||
  (record.status === 'pending' && (record.holdExpiresAt === null || record.holdExpiresAt > now))

const openFields = (record: ReservationRecord): Completable[] => record.missing.filter(isCompletable)
const openQuestions = (record: ReservationRecord, form: FormDefinition | null): Set<string> => {
  const known = new Set(form?.sections.flatMap(({ questions }) => questions.map(({ _id }) => _id)) ?? [])
  return new Set(record.missing.filter((id) => known.has(id)))
}

/** Returns only the open questions. Their conditions are met, because otherwise they would not be missing. */
const openForm = (record: ReservationRecord, form: FormDefinition | null): FormDefinition | null => {
  const open = openQuestions(record, form)
  if (!form || open.size === 0) return null
  return {
    sections: form.sections.flatMap((section) => {
      const questions = section.questions.filter(({ _id }) => open.has(_id))
      return questions.length === 0
        ? []
        : [{ ...section, questions: questions.map((one) => ({ ...one, visible_when: null })) }]
    }),
  }
}

/** Returns what is missing about the companions. */
const openPersons = ({ missing, participants }: ReservationRecord) =>
  participants.flatMap(({ personId, name, role }) => {
    const fields = missing.flatMap((one) => {
      const open = readMissing(one)
      return open && open.personId === personId ? [open.field] : []
    })
    return personId === null || fields.length === 0 ? [] : [{ person_id: personId, name, role, fields }]
  })

const isComplete = (record: ReservationRecord, offer: EventOffer): boolean =>
  openFields(record).length === 0 && openPersons(record).length === 0 && openQuestions(record, offer.form).size === 0

interface Opened {
  readonly record: ReservationRecord
  readonly offer: EventOffer
  readonly expiresAt: Date
  readonly madeBy: string | null
}

const madeBy = z.object({ made_by: z.string() })

/** Returns the reservation of the call's own link. @throws token_expired when the link or the reservation has ended */
const open = async (ctx: ReadContext): Promise<Opened> => {
  const link = await findOneToken(ctx.db, ctx.now, ctx.token.id)
  const record = link?.reservation_id ? await findRecord(ctx.db, link.reservation_id, ctx.language) : undefined
  if (!link || !record || !isLive(record, ctx.now)) throw new AppError('token_expired')
  const maker = madeBy.safeParse(link.data)
  return {
    record,
    offer: await requireOffer(sqlIn(ctx.db), ctx.deps, record.event.id),
    expiresAt: link.expires_at,
    madeBy: maker.success ? maker.data.made_by : null,
  }
}

const NOTHING = { titles: [], designations: [], committee_types: [] }

const view = async (ctx: ReadContext, { record, offer, expiresAt }: Opened): Promise<CompletionView> => {
  const fields = openFields(record)
  const persons = openPersons(record)
  const asked = [...fields, ...persons.flatMap((one) => one.fields)]
  const choices = asked.some((field) => field.endsWith('_id')) ? await findChoices(ctx.db, ctx.language) : NOTHING
  return {
    event: {
      name: record.event.name,
      starts_at: record.event.startsAt.toISOString(),
      ends_at: record.event.endsAt.toISOString(),
      time_zone: record.event.timeZone,
      place: record.event.place,
    },
    name: maskName(record.user.name),
    expires_at: expiresAt.toISOString(),
    complete: isComplete(record, offer),
    fields,
    persons: persons.map((one) => ({ ...one, name: maskName(one.name) })),
    form: offer.form && openForm(record, formInLanguage(offer.form, { reader: ctx.language, own: offer.language })),
    participant_type_ids: offer.participant_types.map(({ _id }) => _id),
    ...choices,
  }
}

/** Returns the given answers that are missing so far. A link cannot overwrite known data. */
const patchOf = (opened: Opened, body: CompletionBody) => {
  const { record, offer } = opened
  const { answers = {}, persons = [], token: _, ...fields } = body
  const open = new Set<string>(openFields(record))
  const questions = openQuestions(record, offer.form)
  const strange = [
    ...Object.entries(fields).flatMap(([field, value]) => (value === undefined || open.has(field) ? [] : [field])),
    ...Object.keys(answers).flatMap((id) => (questions.has(id) ? [] : [`answers.${id}`])),
    ...persons.flatMap(({ person_id, ...given }, index) => {
      const asked = openPersons(record).find((one) => one.person_id === person_id)?.fields ?? []
      return Object.entries(given).flatMap(([field, value]) =>
        value === undefined || asked.some((one) => one === field) ? [] : [`persons.${index}.${field}`],
      )
    }),
  ]
  if (strange.length > 0) throw invalid(strange.map((field) => ({ field, code: 'not_offered' })))
  const everybody = { ...(Object.keys(answers).length > 0 ? { answers } : {}) }
  if (persons.length === 0) return { ...fields, ...everybody }
  // Companions are matched within the complete list. Nobody can be added or removed through a link.
  const { committee_type_id, arrival_at, departure_at, ...own } = fields
  return {
    ...everybody,
    committee_type_id,
    arrival_at,
    departure_at,
    participants: record.participants.map(({ role, personId, participantType }) => ({
      ...(role === 'main' ? own : persons.find(({ person_id }) => person_id === personId)),
      role,
      person_id: personId,
      participant_type_id: participantType.id,
    })),
  }
}

/** Notifies the person who made the link that it is completed. */
const tellMaker = async (ctx: WriteContext, { record, madeBy: id }: Opened): Promise<void> => {
  const maker = id === null ? undefined : await findStaff(ctx.tx, id)
  if (!maker) return
  await ctx.send({
    channel: 'notice',
    template: 'registration_completed',
    userId: maker.id,
    data: { code: record.code, reservation_id: record.id },
  })
}

export const completionEndpoints = bind(completionRoutes, {
  makeCompletionLink: writes(async (ctx, { params, body }) => {
    const record = found(await findRecord(ctx.tx, params.id, ctx.language))
    const offer = await requireOffer(sqlIn(ctx.tx), ctx.deps, record.event.id)
    if (!isLive(record, ctx.now) || isComplete(record, offer)) throw new AppError('illegal_transition')
    const person = found(await findAddressee(ctx.tx, record.user.id))
    const to = body.send === 'mail' ? person.email : body.send === 'sms' ? person.phone : null
    if (body.send && to === null) throw invalid([{ field: body.send === 'mail' ? 'email' : 'phone', code: 'required' }])
    const token = ctx.deps.random.bytes(32).toString('base64url')
    const longest = new Date(ctx.now.getTime() + COMPLETION_DAYS * 86_400_000)
    const expiresAt = record.event.endsAt < longest ? record.event.endsAt : longest
    await insertLink(ctx.tx, ctx.now, {
      reservationId: record.id,
      userId: person.id,
      tokenHash: hashToken(ctx.deps, token),
      madeBy: ctx.caller.id,
      expiresAt,
    })
    if (body.send && to !== null)
      await ctx.send({
        template: body.send === 'mail' ? 'complete_reservation' : 'complete_reservation_sms',
        channel: body.send,
        to,
        userId: person.id,
        language: isLanguage(person.language) ? person.language : 'en',
        data: { ...eventNamed(offer), organisation: (await findOrganisation(ctx.tx)).name, token },
      })
    // The link itself is a credential and stays out of the trail.
    ctx.audit({
      action: 'make_completion_link',
      resource: 'reservations',
      objectId: record.id,
      after: { send: body.send ?? null, expires_at: expiresAt.toISOString() },
    })
    return {
      link: linkOf(ctx.deps.config.publicUrl, token),
      expires_at: expiresAt.toISOString(),
      sent_to: to === null ? null : body.send === 'mail' ? maskEmail(to) : maskPhone(to),
    }
  }),
  endCompletionLink: writes(async (ctx, { params }) => {
    found(await findRecord(ctx.tx, params.id, ctx.language))
    await endLinks(ctx.tx, ctx.now, params.id)
    ctx.audit({ action: 'end_completion_link', resource: 'reservations', objectId: params.id })
    return {}
  }),
  // Opening the link shows personal data, so each view is recorded.
  readCompletion: orchestrates((ctx) =>
    ctx.transact(async (work) => {
      const opened = await open(work)
      work.audit({ action: 'view_completion', resource: 'reservations', objectId: opened.record.id })
      return view(work, opened)
    }),
  ),
  complete: writes(async (ctx, { body }) => {
    const opened = await open(ctx)
    const { record } = opened
    await edit(ctx, {
      id: record.id,
      patch: patchOf(opened, body),
      // What is still open stays open, as at the desk.
      asker: 'staff',
      by: { actor: 'owner', actorId: record.user.id },
      completes: true,
    })
    const after = { ...opened, record: found(await findRecord(ctx.tx, record.id, ctx.language)) }
    if (isComplete(after.record, after.offer)) {
      await endLinks(ctx.tx, ctx.now, record.id)
      await tellMaker(ctx, after)
    }
    ctx.audit({
      action: 'complete',
      resource: 'reservations',
      objectId: record.id,
      before: { missing: record.missing },
      after: { missing: after.record.missing },
    })
    ctx.publish('staff', 'reservations.changed')
    return view(ctx, after)
  }),
})
