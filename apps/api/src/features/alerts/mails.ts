import { ALERT_NAMES, ALERT_TODOS } from '@shiloh/contract/alerts/alert-texts'
import { ALERT_KINDS, isAlertKind } from '@shiloh/contract/alerts/alerts'
import { defineTexts, type Language } from '@shiloh/contract/core'
import { z } from 'zod'
import { EXAMPLE } from '#platform/messaging/example'
import { type Templates, template } from '#platform/messaging/templates'
import { translate } from '#platform/text/texts'

const texts = defineTexts('server/alert-mails', {
  waits: '{count, plural, one {One alert is waiting for you} other {# alerts are waiting for you}}',
  all: 'All of them:',
})

/** One alert of a digest. */
const listed = z.object({ kind: z.string().refine(isAlertKind), about: z.string(), page: z.string().optional() })
export type Listed = z.output<typeof listed>

export const nameOfAlert = ({ kind, about }: Listed, language: Language): string =>
  [translate(ALERT_NAMES[kind], language), ...(about === '' ? [] : [about])].join(': ')

export const waitsText = (count: number, language: Language): string => translate(texts.waits, language, { count })

/** Maximum number of alerts that one mail names. */
const NAMED = 20

/** Names alerts of one kind, each above the address of its page. What they share is said once, below them. */
const named = (alerts: readonly Listed[], language: Language, publicUrl: string): string[] => {
  const pages = new Set(alerts.map(({ page }) => page))
  const [shared] = pages.size === 1 ? pages : []
  const address = (page: string | undefined) => (page === undefined ? [] : [`${publicUrl}${page}`])
  return [
    ...alerts.flatMap((each) => [nameOfAlert(each, language), ...(pages.size === 1 ? [] : address(each.page))]),
    ...address(shared),
  ]
}

const ALERTS = ALERT_KINDS.slice(0, 2).map((kind) => ({ kind, about: EXAMPLE.code }))

export const templates: Templates = {
  alert_digest: template(
    z.object({ alerts: z.array(listed) }),
    ({ alerts }, language, { publicUrl }) => {
      const kinds = ALERT_KINDS.filter((kind) => alerts.some((each) => each.kind === kind))
      return {
        subject: waitsText(alerts.length, language),
        text: [
          ...kinds.map((kind) =>
            [
              translate(ALERT_TODOS[kind], language),
              ...named(alerts.filter((each) => each.kind === kind).slice(0, NAMED), language, publicUrl),
            ].join('\n'),
          ),
          translate(texts.all, language),
          `${publicUrl}/admin/alerts`,
        ].join('\n\n'),
      }
    },
    { group: 'office', examples: [1, 2].map((count) => ({ alerts: ALERTS.slice(0, count) })) },
  ),
}
