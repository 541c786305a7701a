import { isLanguage, languageName } from '@shiloh/contract/core'
import type { AuditEntry, insightRoutes, LogEntry, LogOf, LogType } from '@shiloh/contract/insight'
import { formatCount } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useCan } from '#platform/account'
import { text, useLanguage, useT } from '#platform/i18n'
import { isStatus, StatusBadge, type Tone, ToneBadge } from '#ui/base/status-badge'
import { Money } from '#ui/base/values'
import { nothing } from '#ui/list/list-table'
import type { ColumnOf, PhoneRow } from '#ui/list/list-types'
import { PersonName, When } from '../parts.tsx'
import { texts } from '../texts.ts'
import { useAuditWords } from '../words.ts'
import { useTemplateName } from './templates.ts'

const isOf = <T extends LogType>(entry: LogEntry, type: T): entry is LogOf<T> => entry.type === type

/** What a cell shows of one type of entry. */
type Of<T extends LogType> = (show: (entry: LogOf<T>) => ReactNode) => (entry: LogEntry) => ReactNode

/**
 * Returns the cells of one log. An entry of the previous log, still shown while the next one loads, renders nothing.
 */
const cellsOf =
  <T extends LogType>(type: T): Of<T> =>
  (show) =>
  (entry) =>
    isOf(entry, type) ? show(entry) : null

const MESSAGE_TONES: Readonly<Record<LogOf<'mail'>['status'], Tone>> = { queued: 'warn', sent: 'ok', failed: 'bad' }
const SECURITY_TONES: Readonly<Record<LogOf<'security'>['kind'], Tone>> = {
  refused: 'warn',
  invalid: 'warn',
  limit: 'bad',
  overflow: 'bad',
}

const providerName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Returns the texts of an entry: in table cells, on a phone, and in its details. */
export function useLogWords() {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const { ofThing } = useAuditWords()
  const template = useTemplateName()
  return useMemo(
    () => ({
      person: (user: AuditEntry['actor']): ReactNode => (user ? <PersonName of={user} /> : nothing),
      message: (status: LogOf<'mail'>['status']) => (
        <ToneBadge tone={MESSAGE_TONES[status]}>{t(`status_${status}`)}</ToneBadge>
      ),
      security: (kind: LogOf<'security'>['kind']) => (
        <ToneBadge tone={SECURITY_TONES[kind]}>{t(`kind_${kind}`)}</ToneBadge>
      ),
      payment: (payment: LogOf<'payments'>['payment']): ReactNode => {
        if (payment === null) return nothing
        const { status } = payment
        return isStatus(status) ? <StatusBadge status={status} /> : status.replaceAll('_', ' ')
      },
      outcome: (outcome: LogOf<'payments'>['outcome']): string => t(`outcome_${outcome ?? 'none'}`),
      trial: (isTrial: boolean) => (
        <ToneBadge tone={isTrial ? 'mute' : 'ok'}>{t(isTrial ? 'dry_run' : 'for_real')}</ToneBadge>
      ),
      template,
      message_of: ({ template: key, message_id }: LogOf<'mail' | 'sms'>): ReactNode =>
        message_id !== null && can('messages.read') ? (
          <Link
            to="/admin/messages/$id"
            params={{ id: message_id }}
            className="personName"
            onClick={(event) => event.stopPropagation()}
          >
            {template(key)}
          </Link>
        ) : (
          template(key)
        ),
      provider: providerName,
      speech: (code: string): string => (isLanguage(code) ? languageName(code) : code),
      count: (number: number) => formatCount(number, language),
      times: (count: number) => t('times_count', { count: formatCount(count, language) }),
      thing: ofThing,
      reservation: (reservation: LogOf<'payments'>['reservation']): ReactNode =>
        reservation === null ? (
          nothing
        ) : can('reservations.read') ? (
          <Link
            to="/admin/reservations/$id"
            params={{ id: reservation._id }}
            className="code"
            onClick={(event) => event.stopPropagation()}
          >
            {reservation.code}
          </Link>
        ) : (
          <span className="code">{reservation.code}</span>
        ),
    }),
    [t, can, language, ofThing, template],
  )
}

type LogColumn = ColumnOf<typeof insightRoutes.listLog>
type Columns = readonly LogColumn[]

/** The columns of each log. */
export function useLogColumns(): Readonly<Record<LogType, Columns>> {
  const words = useLogWords()
  return useMemo(() => {
    const at: LogColumn = {
      key: 'at',
      header: text(texts, 'when'),
      sort: 'at',
      cell: (entry) => <When value={entry.at} />,
    }
    const access = cellsOf('access')
    const payments = cellsOf('payments')
    const imports = cellsOf('imports')
    const errors = cellsOf('errors')
    const security = cellsOf('security')
    const messages = (type: 'mail' | 'sms'): Columns => {
      const of = cellsOf(type)
      return [
        at,
        {
          key: 'recipient',
          header: text(texts, 'recipient'),
          cell: of(({ recipient }) => (recipient ? formatPhone(recipient) : nothing)),
        },
        {
          key: 'user',
          exported: ['person'],
          header: text(texts, 'person'),
          cell: of(({ user }) => words.person(user)),
        },
        { key: 'template', header: text(texts, 'template'), cell: of(words.message_of) },
        { key: 'status', header: text(texts, 'status'), cell: of(({ status }) => words.message(status)) },
        {
          key: 'attempts',
          header: text(texts, 'attempts'),
          numeric: true,
          cell: of(({ attempts }) => words.count(attempts)),
          yields: true,
        },
        { key: 'error', header: text(texts, 'error'), cell: of(({ error }) => error ?? nothing) },
        {
          key: 'language',
          header: text(texts, 'language'),
          cell: of(({ language }) => words.speech(language)),
          hidden: true,
        },
        {
          key: 'sent_at',
          header: text(texts, 'sent_at'),
          cell: of(({ sent_at }) => (sent_at ? <When value={sent_at} /> : nothing)),
          hidden: true,
        },
      ]
    }
    return {
      access: [
        at,
        {
          key: 'user',
          exported: ['person'],
          header: text(texts, 'person'),
          cell: access(({ user }) => words.person(user)),
        },
        {
          key: 'route',
          header: text(texts, 'page'),
          cell: access(({ route }) => route),
        },
        { key: 'comment', header: text(texts, 'comment'), cell: access(({ comment }) => comment || nothing) },
        { key: 'ip', exported: ['address'], header: text(texts, 'address'), cell: access(({ ip }) => ip || nothing) },
        {
          key: 'user_agent',
          exported: ['browser'],
          header: text(texts, 'browser'),
          cell: access(({ user_agent }) => user_agent || nothing),
          hidden: true,
        },
      ],
      mail: messages('mail'),
      sms: messages('sms'),
      payments: [
        at,
        {
          key: 'provider',
          header: text(texts, 'provider'),
          cell: payments(({ provider }) => <b>{words.provider(provider)}</b>),
        },
        { key: 'event', header: text(texts, 'event'), cell: payments(({ event }) => event) },
        {
          key: 'outcome',
          header: text(texts, 'outcome'),
          cell: payments(({ outcome }) => words.outcome(outcome)),
        },
        {
          key: 'reservation',
          header: text(texts, 'reservation'),
          cell: payments(({ reservation }) => words.reservation(reservation)),
        },
        {
          key: 'reference',
          header: text(texts, 'reference'),
          cell: payments(({ reference }) => reference ?? nothing),
        },
        {
          key: 'label',
          exported: ['amount'],
          header: text(texts, 'amount'),
          numeric: true,
          cell: payments(({ payment }) =>
            payment ? <Money minor={payment.amount} currency={payment.currency} /> : nothing,
          ),
        },
        {
          key: 'payment',
          exported: ['status'],
          header: text(texts, 'payment'),
          cell: payments(({ payment }) => words.payment(payment)),
        },
      ],
      imports: [
        at,
        { key: 'resource', header: text(texts, 'list'), cell: imports(({ resource }) => words.thing(resource)) },
        {
          key: 'file_name',
          exported: ['file'],
          header: text(texts, 'file'),
          cell: imports(({ file_name }) => <b>{file_name}</b>),
        },
        {
          key: 'user',
          exported: ['person'],
          header: text(texts, 'who'),
          cell: imports(({ user }) => words.person(user)),
        },
        {
          key: 'dry_run',
          exported: ['dry_run'],
          header: text(texts, 'mode'),
          cell: imports(({ dry_run }) => words.trial(dry_run)),
        },
        {
          key: 'total',
          exported: ['rows'],
          header: text(texts, 'rows'),
          numeric: true,
          cell: imports(({ total }) => words.count(total)),
        },
        {
          key: 'created',
          header: text(texts, 'created'),
          numeric: true,
          cell: imports(({ created }) => words.count(created)),
        },
        {
          key: 'updated',
          header: text(texts, 'updated'),
          numeric: true,
          cell: imports(({ updated }) => words.count(updated)),
        },
        {
          key: 'refused',
          header: text(texts, 'refused'),
          numeric: true,
          cell: imports(({ refused }) => (refused > 0 ? <b>{words.count(refused)}</b> : words.count(refused))),
        },
      ],
      errors: [
        at,
        { key: 'method', header: text(texts, 'method'), cell: errors(({ method }) => method) },
        { key: 'path', header: text(texts, 'path'), cell: errors(({ path }) => path) },
        { key: 'message', header: text(texts, 'message'), cell: errors(({ message }) => message) },
        {
          key: 'request_id',
          exported: ['request'],
          header: text(texts, 'request'),
          cell: errors(({ request_id }) => request_id),
        },
      ],
      security: [
        at,
        { key: 'kind', header: text(texts, 'kind'), cell: security(({ kind }) => words.security(kind)) },
        {
          key: 'count',
          header: text(texts, 'times'),
          numeric: true,
          cell: security(({ count }) => words.count(count)),
        },
        {
          key: 'user',
          exported: ['person'],
          header: text(texts, 'person'),
          cell: security(({ user }) => words.person(user)),
        },
        { key: 'ip', exported: ['address'], header: text(texts, 'address'), cell: security(({ ip }) => ip || nothing) },
        {
          key: 'path',
          header: text(texts, 'path'),
          cell: security(({ method, path }) => (path ? `${method} ${path}` : nothing)),
        },
        {
          key: 'fields',
          header: text(texts, 'fields'),
          cell: security(({ fields }) => fields.join(', ') || nothing),
          hidden: true,
        },
        {
          key: 'request_id',
          exported: ['request'],
          header: text(texts, 'request'),
          cell: security(({ request_id }) => request_id || nothing),
          hidden: true,
        },
      ],
    }
  }, [words])
}

/** Returns the title of an entry. */
export function useEntryTitle(): (entry: LogEntry) => string {
  const t = useT(texts)
  const template = useTemplateName()
  return useCallback(
    (entry) => {
      switch (entry.type) {
        case 'access':
          return entry.route
        case 'mail':
        case 'sms':
          return template(entry.template)
        case 'payments':
          return `${providerName(entry.provider)}: ${entry.event}`
        case 'imports':
          return entry.file_name
        case 'errors':
          return entry.message
        case 'security':
          return entry.kind === 'overflow' ? t('kind_overflow') : `${entry.method} ${entry.path}`
      }
    },
    [t, template],
  )
}

/** An entry on a phone: its subject, status, user and time. */
export function usePhoneRow(title: (entry: LogEntry) => string): PhoneRow<LogEntry> {
  const words = useLogWords()
  return useMemo(
    () => ({
      title,
      badge: (entry) => {
        switch (entry.type) {
          case 'mail':
          case 'sms':
            return words.message(entry.status)
          case 'imports':
            return words.trial(entry.dry_run)
          case 'security':
            return words.security(entry.kind)
          default:
            return null
        }
      },
      note: (entry) => {
        switch (entry.type) {
          case 'access':
            return entry.user?.name
          case 'mail':
          case 'sms':
            return formatPhone(entry.recipient)
          case 'payments':
            return entry.reservation?.code ?? entry.reference
          case 'imports':
            return entry.user?.name
          case 'errors':
            return `${entry.method} ${entry.path}`
          case 'security':
            return entry.user?.name ?? entry.ip
        }
      },
      value: (entry) => <When value={entry.at} />,
    }),
    [words, title],
  )
}
