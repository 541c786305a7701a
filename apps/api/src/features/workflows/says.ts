import { defineTexts, type Language } from '@shiloh/contract/core'
import { MESSAGE_CHANNELS } from '@shiloh/contract/messaging/fields'
import type { MessageRead } from '@shiloh/contract/messaging/templates'
import { formatDay, formatList } from '@shiloh/contract/text/format'
import type { SimpleStep, Step } from '@shiloh/contract/workflows'
import { z } from 'zod'
import { errorText, isErrorCode, translate } from '#platform/text/texts'
import type { Lacking } from './rights.ts'

const texts = defineTexts('server/workflows', {
  channel_app: 'notice in the app',
  channel_mail: 'mail',
  channel_sms: 'SMS',
  left_no_address: 'no address or number',
  left_opted_out: 'opted out',
  left_unconfirmed: 'not confirmed',
  left_no_text: 'no text',
  did_send: 'Sent “{template}” ({channels})',
  did_send_partly: 'Sent “{template}” ({channels}). Left out: {left}',
  left_out: '{channel} ({reason})',
  did_task: 'Task created: {title}',
  did_committee: 'Committee type set to {name}',
  did_release_bed: 'The bed was released. The place follows when the time to pay has passed',
  did_release_place: 'The place was released',
  did_release_none: 'Nothing is unpaid, or it is not due yet: nothing was released',
  did_wait: 'Waited until {day}',
  waits: 'Waits until {day}',
  asks: 'Asks {role}: {question}',
  approved: '{name} approved',
  declined: '{name} declined',
  no_answer: 'No answer in time',
  unreached: '“{template}” reached nobody: {reasons}',
  gone: 'What this step uses no longer exists',
  would_start: 'It starts: the conditions are met',
  would_not_start: 'It does not start: {count, plural, one {# condition is} other {# conditions are}} not met',
  would_send: 'Would send “{template}” ({channels}) to {name}',
  would_send_partly: 'Would send “{template}” ({channels}) to {name}. Left out: {left}',
  would_unreached: 'Would send “{template}” to {name}, but reach nobody: {reasons}',
  would_task: 'Would create the task “{title}” for {role}',
  would_committee: 'Would set the committee type of {name} to {committee}',
  would_wait: 'Would wait until {day}',
  would_wait_never: 'Would continue immediately: the event has no such date',
  would_ask: 'Would ask {role}: {question}',
  would_release: 'Would release the bed of {name}, and later the place, if the balance is due and unpaid',
  if_approved: 'Approved: {says}',
  if_declined: 'Declined: {says}',
  if_no_answer: 'No answer: {says}',
  nobody: 'nobody yet',
  managers: 'those who can change workflows',
  ready_welcome: 'Welcome',
  ready_balance_reminder: 'Balance reminder',
  ready_thank_you: 'Thank you and feedback',
  ready_visa_letter: 'Visa letter',
  ready_committee: 'Committee assignment',
  ready_unpaid_release: 'Unpaid release',
  ready_task_visa: 'Write the visa letter',
  ready_question_committee: 'Should this guest serve in a committee?',
  ready_task_committee: 'Choose the committee of this guest',
  lacks_read: 'You do not have permission to see what this workflow is about.',
  lacks_send: 'You do not have permission to send messages to these people.',
  lacks_task: 'You do not have permission to create tasks.',
  lacks_committee: 'You do not have permission to change reservations.',
  lacks_release: 'You do not have permission to cancel reservations.',
  in_progress:
    '{count, plural, one {One run is} other {# runs are}} in progress. Cancel them or turn the workflow off and wait.',
})

const OURS = [
  texts.ready_welcome,
  texts.ready_balance_reminder,
  texts.ready_thank_you,
  texts.ready_visa_letter,
  texts.ready_committee,
  texts.ready_unpaid_release,
  texts.ready_task_visa,
  texts.ready_question_committee,
  texts.ready_task_committee,
]

/** Puts the names and words of our own workflows into a language. Words that the office has changed stay. */
export const inWordsOf = (language: Language) => {
  const say = (words: string): string => {
    const ours = OURS.find(({ english }) => english === words)
    return ours ? translate(ours, language) : words
  }
  const lacking = (right: Lacking): string => translate(texts[`lacks_${right}`], language)
  const simple = <S extends SimpleStep>(step: S): S =>
    step.kind === 'task' ? { ...step, title: say(step.title) } : step
  const worded = (step: Step): Step =>
    step.kind === 'approval'
      ? {
          ...step,
          question: say(step.question),
          approved: step.approved.map(simple),
          declined: step.declined.map(simple),
          no_answer: step.no_answer.map(simple),
        }
      : simple(step)
  return {
    lacking,
    name: say,
    steps: (steps: readonly Step[]): Step[] => steps.map(worded),
  }
}

const channels = z.array(z.enum(MESSAGE_CHANNELS))
const leftOut = z.partialRecord(z.enum(MESSAGE_CHANNELS), z.enum(['no_address', 'opted_out', 'unconfirmed', 'no_text']))

/** What a step did, as stored. It is put into words for each reader. */
export const stepResult = z.union([
  z.object({ did: z.literal('send'), template: z.string(), channels, left_out: leftOut.default({}) }),
  z.object({ did: z.literal('task'), title: z.string(), task_id: z.string() }),
  z.object({ did: z.literal('committee'), name: z.string() }),
  z.object({ did: z.literal('release'), what: z.enum(['bed', 'place', 'none']) }),
  z.object({ did: z.enum(['wait', 'waits']), until: z.string() }),
  z.object({ did: z.literal('asks'), role: z.string().nullable(), question: z.string() }),
  z.object({ did: z.enum(['approved', 'declined', 'no_answer']), name: z.string() }),
  z.object({ did: z.literal('unreached'), template: z.string(), left_out: leftOut }),
  z.object({ did: z.literal('failed'), code: z.string() }),
])
export type StepResult = z.output<typeof stepResult>

export type Would =
  | { readonly would: 'start' }
  | { readonly would: 'not_start'; readonly count: number }
  | {
      readonly would: 'send'
      readonly template: string
      readonly channels: z.output<typeof channels>
      readonly left_out: z.output<typeof leftOut>
      readonly name: string
      /** What its reader would read. Null if it would reach nobody of a role. */
      readonly message: MessageRead | null
    }
  | { readonly would: 'task'; readonly title: string; readonly role: string | null }
  | { readonly would: 'committee'; readonly name: string; readonly committee: string }
  | { readonly would: 'wait'; readonly until: Date | null }
  | { readonly would: 'ask'; readonly role: string | null; readonly question: string }
  | { readonly would: 'release'; readonly name: string }
  | { readonly would: 'gone' }

/** Puts what workflows did, would do, and refuse into the words of a language. */
export const wordsIn = (language: Language, zone: string) => {
  const listed = (chosen: z.output<typeof channels>) =>
    formatList(
      chosen.map((channel) => translate(texts[`channel_${channel}`], language)),
      language,
    )
  const because = (left: z.output<typeof leftOut>) => {
    const reasons = new Set(Object.values(left).map((why) => translate(texts[`left_${why}`], language)))
    return reasons.size > 0 ? [...reasons].join(', ') : translate(texts.nobody, language)
  }
  const leftIn = (left: z.output<typeof leftOut>) =>
    MESSAGE_CHANNELS.flatMap((channel) => {
      const why = left[channel]
      if (!why) return []
      const reason = translate(texts[`left_${why}`], language)
      return [
        translate(texts.left_out, language, { channel: translate(texts[`channel_${channel}`], language), reason }),
      ]
    }).join(', ')
  const day = (at: Date | string) => formatDay(at, language, zone)
  const roleOf = (role: string | null) => role ?? translate(texts.nobody, language)
  const askedOf = (role: string | null) => role ?? translate(texts.managers, language)
  return {
    did: (result: StepResult): string => {
      switch (result.did) {
        case 'send':
          return translate(Object.keys(result.left_out).length > 0 ? texts.did_send_partly : texts.did_send, language, {
            template: result.template,
            channels: listed(result.channels),
            left: leftIn(result.left_out),
          })
        case 'task':
          return translate(texts.did_task, language, { title: result.title })
        case 'committee':
          return translate(texts.did_committee, language, { name: result.name })
        case 'release':
          return translate(texts[`did_release_${result.what}`], language)
        case 'wait':
          return translate(texts.did_wait, language, { day: day(result.until) })
        case 'waits':
          return translate(texts.waits, language, { day: day(result.until) })
        case 'asks':
          return translate(texts.asks, language, { role: askedOf(result.role), question: result.question })
        case 'approved':
        case 'declined':
          return translate(texts[result.did], language, { name: result.name })
        case 'no_answer':
          return translate(texts.no_answer, language)
        case 'unreached':
          return translate(texts.unreached, language, {
            template: result.template,
            reasons: because(result.left_out),
          })
        case 'failed':
          return result.code === 'not_found' || !isErrorCode(result.code)
            ? translate(texts.gone, language)
            : errorText(result.code, language)
      }
    },
    would: (line: Would): string => {
      switch (line.would) {
        case 'start':
          return translate(texts.would_start, language)
        case 'not_start':
          return translate(texts.would_not_start, language, { count: line.count })
        case 'send':
          if (line.channels.length === 0)
            return translate(texts.would_unreached, language, {
              template: line.template,
              name: line.name,
              reasons: because(line.left_out),
            })
          return translate(
            Object.keys(line.left_out).length > 0 ? texts.would_send_partly : texts.would_send,
            language,
            {
              template: line.template,
              channels: listed(line.channels),
              name: line.name,
              left: leftIn(line.left_out),
            },
          )
        case 'task':
          return translate(texts.would_task, language, { title: line.title, role: roleOf(line.role) })
        case 'committee':
          return translate(texts.would_committee, language, { name: line.name, committee: line.committee })
        case 'wait':
          return line.until === null
            ? translate(texts.would_wait_never, language)
            : translate(texts.would_wait, language, { day: day(line.until) })
        case 'ask':
          return translate(texts.would_ask, language, { role: askedOf(line.role), question: line.question })
        case 'release':
          return translate(texts.would_release, language, { name: line.name })
        case 'gone':
          return translate(texts.gone, language)
      }
    },
    branch: (answer: 'approved' | 'declined' | 'no_answer', says: string): string =>
      translate(texts[`if_${answer}`], language, { says }),
    inProgress: (count: number): string => translate(texts.in_progress, language, { count }),
  }
}
