import { isLanguage } from '@shiloh/contract/core'
import { CONSENT_DAYS, consentRoutes } from '@shiloh/contract/reservations/consents'
import { ageOn, type ConsentContact, isSameMailbox } from '@shiloh/contract/reservations/party'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { maskName } from '@shiloh/contract/text/masking'
import { dayIn } from '@shiloh/contract/text/zone'
import { z } from 'zod'
import { bind, type Handlers, orchestrates, reads, writes } from '#http/binder'
import { hashToken } from '#http/credentials'
import { mayAskGuardian } from '#platform/auth/typed-address'
import type { OrchestrateContext, ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { runWrites, sqlIn } from '#platform/db/sql.store'
import type { JobTable } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import { inWork, type Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { userRoom } from '#platform/realtime'
import { findOneToken } from '../people/completion.store.ts'
import { findOrganisation } from '../people/people.store.ts'
import { showAny, showOwn } from '../read/show.ts'
import { ASK_GUARDIANS } from './asking.ts'
import {
  type ConsentFacts,
  endConsentLinks,
  findConsent,
  findConsentOf,
  findMinorAlone,
  findUnasked,
  findWording,
  insertConsentLink,
  isNewestWording,
  lockConsent,
  minorsReachedAt,
  reopenConsent,
  saveAnswer,
  savePaper,
  savingConsents,
} from './consents.store.ts'

const DAY_MS = 86_400_000

const addressOf = ({ email, phone }: { readonly email?: string | null; readonly phone?: string | null }) =>
  email ?? phone ?? null

/** Returns whether a link can be sent: a contact is given, there is no answer, and the event is not over. */
const isOpen = ({ status, ends_at }: ConsentFacts, now: Date): boolean => status === 'waiting' && ends_at > now

/** Sends a link to a guardian and invalidates older ones. The caller has checked the rate limit (`mayAskGuardian`). */
const ask = async (
  work: Pick<Work, 'tx' | 'now' | 'deps' | 'send'>,
  consent: ConsentFacts,
  to: string,
): Promise<void> => {
  const { tx, now, deps } = work
  await endConsentLinks(tx, now, consent)
  const token = deps.random.bytes(32).toString('base64url')
  const longest = new Date(now.getTime() + CONSENT_DAYS * DAY_MS)
  await insertConsentLink(tx, now, {
    consentId: consent.id,
    userId: consent.user_id,
    tokenHash: hashToken(deps, token),
    expiresAt: consent.ends_at < longest ? consent.ends_at : longest,
  })
  await work.send({
    template: consent.email === null ? 'give_consent_sms' : 'give_consent',
    channel: consent.email === null ? 'sms' : 'mail',
    to,
    userId: consent.user_id,
    language: isLanguage(consent.language) ? consent.language : 'en',
    data: { event: consent.event, organisation: (await findOrganisation(tx)).name, token },
  })
}

export const consentJobs: JobTable = {
  [ASK_GUARDIANS]: async (_, deps) => {
    for (const id of await findUnasked(deps.db)) {
      const found = await findConsent(deps.db, id)
      const to = found && addressOf(found)
      if (!to || !isOpen(found, deps.clock())) continue
      // Protects strangers from floods of mail. Removing and adding the person again does not reset the counter.
      if (!(await mayAskGuardian(deps, found.user_id, to))) continue
      await inWork(deps, async (work) => {
        await lockConsent(work.tx, id)
        const consent = await findConsent(work.tx, id)
        const isSame = consent?.asked_at === null && addressOf(consent) === to
        if (isSame && isOpen(consent, work.now)) await ask(work, consent, to)
      })
    }
  },
}

/**
 * Asks a guardian, the same one or another. The rate limit is checked first, outside the transaction.
 *
 * @throws illegal_transition when consent is given already or not needed; invalid_input for an address of the minor
 */
const askAgain = async (
  ctx: OrchestrateContext,
  { id, participant_id }: { readonly id: string; readonly participant_id: string },
  contact: ConsentContact | null | undefined,
): Promise<void> => {
  if (contact && !contact.email && !contact.phone) throw invalid([{ field: 'contact.phone', code: 'required' }])
  const minor = await findMinorAlone(ctx.db, id, participant_id)
  const known = await findConsentOf(ctx.db, id, participant_id)
  if (!minor || known?.status === 'given') throw new AppError('illegal_transition')
  const to = addressOf(contact ?? known ?? {})
  if (to === null) throw invalid([{ field: 'contact', code: 'required' }])
  if ((await minorsReachedAt(ctx.db, id)).some((address) => isSameMailbox(address, to)))
    throw invalid([{ field: `contact.${to.includes('@') ? 'email' : 'phone'}`, code: 'own_contact' }])
  if (!(await mayAskGuardian(ctx.deps, minor.user_id, to))) throw new AppError('too_many_requests')
  await ctx.transact(async (inner) => {
    await reopenConsent(inner.tx, participant_id)
    if (contact)
      await runWrites(
        sqlIn(inner.tx),
        savingConsents([{ reservationId: id, participantId: participant_id, contact }], inner.now),
      )
    const consent = await findConsentOf(inner.tx, id, participant_id)
    if (!consent || !isOpen(consent, inner.now) || addressOf(consent) !== to) throw new AppError('illegal_transition')
    await ask(inner, consent, to)
    await resolveAlert(inner.tx, 'consent_refused', participant_id, inner.now)
    inner.audit({ action: 'ask_for_consent', resource: 'reservations', objectId: id, after: { participant_id } })
    announce(inner, consent)
  })
}

const announce = (ctx: WriteContext, { event_id, user_id, reservation_id }: ConsentFacts): void => {
  ctx.publish(userRoom(user_id), 'reservation', { _id: reservation_id })
  ctx.publish('staff', 'reservations', { event_id })
}

const consentOf = z.object({ consent_id: z.string() })

/** Returns the consent of the call's own link. @throws token_expired */
const linkOf = async (ctx: ReadContext) => {
  const token = await findOneToken(ctx.db, ctx.now, ctx.token.id)
  const named = consentOf.safeParse(token?.data)
  if (!token || !named.success) throw new AppError('token_expired')
  return { consentId: named.data.consent_id, expiresAt: token.expires_at }
}

/**
 * Returns a consent that still waits for an answer. @throws token_expired when it was answered or is no longer needed
 */
const waitingConsent = async (ctx: ReadContext, id: string) => {
  const consent = await findConsent(ctx.db, id)
  if (consent?.status !== 'waiting' || consent.ends_at <= ctx.now) throw new AppError('token_expired')
  return consent
}

const handlers: Handlers<typeof consentRoutes> = {
  askMyGuardian: orchestrates(async (ctx, { params, body }): Promise<ReservationView> => {
    await showOwn(ctx, params.id)
    await askAgain(ctx, params, body.contact)
    return showOwn(ctx, params.id)
  }),
  askGuardian: orchestrates(async (ctx, { params, body }) => {
    await showAny(ctx, params.id)
    await askAgain(ctx, params, body.contact)
    return showAny(ctx, params.id)
  }),
  recordConsent: writes(async (ctx, { params, body }) => {
    const { id, participant_id } = params
    await showAny(ctx, id)
    if (!(await findMinorAlone(ctx.tx, id, participant_id))) throw new AppError('illegal_transition')
    await savePaper(ctx.tx, ctx.now, {
      reservationId: id,
      participantId: participant_id,
      name: body.guardian_name,
      by: ctx.caller.id,
    })
    const consent = found(await findConsentOf(ctx.tx, id, participant_id))
    await endConsentLinks(ctx.tx, ctx.now, consent)
    await resolveAlert(ctx.tx, 'consent_refused', participant_id, ctx.now)
    ctx.audit({
      action: 'record_consent',
      resource: 'reservations',
      objectId: id,
      after: { participant_id, guardian_name: body.guardian_name },
    })
    announce(ctx, consent)
    return showAny(ctx, id)
  }),
  readConsent: reads(async (ctx) => {
    const { consentId, expiresAt } = await linkOf(ctx)
    const consent = await waitingConsent(ctx, consentId)
    const { id, version, text } = await findWording(ctx.db, ctx.language)
    return {
      organisation: (await findOrganisation(ctx.db)).name,
      event: {
        name: consent.event,
        starts_at: consent.starts_at.toISOString(),
        ends_at: consent.ends_at.toISOString(),
        time_zone: consent.time_zone,
        place: consent.place,
      },
      name: maskName(consent.name),
      age: consent.birth_date === null ? null : ageOn(consent.birth_date, dayIn(consent.starts_at, consent.time_zone)),
      guardian_name: consent.guardian_name,
      wording: { _id: id, version, text },
      expires_at: expiresAt.toISOString(),
    }
  }),
  answerConsent: writes(async (ctx, { body }) => {
    const { consentId } = await linkOf(ctx)
    await lockConsent(ctx.tx, consentId)
    const consent = await waitingConsent(ctx, consentId)
    // A newer wording has to be read before it is agreed to.
    if (!(await isNewestWording(ctx.tx, body.wording_id))) throw new AppError('stale')
    const status = body.agrees ? 'given' : 'refused'
    await saveAnswer(ctx.tx, ctx.now, consent.id, { status, name: body.name, wordingId: body.wording_id })
    await endConsentLinks(ctx.tx, ctx.now, consent)
    await ctx.send({
      channel: 'notice',
      template: body.agrees ? 'consent_given' : 'consent_refused',
      userId: consent.user_id,
      data: { who: consent.name, event: consent.event, reservation_id: consent.reservation_id },
    })
    if (body.agrees) await resolveAlert(ctx.tx, 'consent_refused', consent.participant_id, ctx.now)
    else {
      await raiseAlert(
        ctx.tx,
        'consent_refused',
        consent.participant_id,
        { reservation_id: consent.reservation_id, code: consent.code, name: consent.name, event: consent.event },
        ctx.now,
      )
      ctx.publish('staff', 'alerts')
    }
    ctx.audit({
      action: 'answer_consent',
      resource: 'reservations',
      objectId: consent.reservation_id,
      after: { participant_id: consent.participant_id, status, name: body.name, wording_id: body.wording_id },
    })
    announce(ctx, consent)
    return {}
  }),
}

export const consentEndpoints = bind(consentRoutes, handlers)
