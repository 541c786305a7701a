import { useT } from '#platform/i18n'
import classes from './status-badge.module.css'
import { texts } from './texts.ts'

export type Tone = 'mute' | 'warn' | 'ok' | 'bad'

/** The colour of each status (docs/domain.md#status-colours). */
export const statusTones = {
  draft: 'mute',
  unpublished: 'mute',
  sold_out: 'mute',
  sold_out_goods: 'mute',
  closed: 'mute',
  archived: 'mute',
  pending: 'warn',
  submitted: 'warn',
  processing: 'warn',
  waiting: 'warn',
  balance_due: 'warn',
  to_pay: 'warn',
  refund_due: 'warn',
  offered: 'warn',
  open: 'warn',
  published: 'ok',
  approved: 'ok',
  paid: 'ok',
  active: 'ok',
  confirmed: 'ok',
  completed: 'ok',
  redeemed: 'ok',
  refunded: 'ok',
  taken: 'ok',
  deleted: 'bad',
  cancelled: 'bad',
  rejected: 'bad',
  declined: 'bad',
  expired: 'bad',
  banned: 'bad',
  failed: 'bad',
  void: 'bad',
  withdrawn: 'bad',
  deactivated: 'bad',
} as const satisfies Record<string, Tone>

export type Status = keyof typeof statusTones

/** Returns whether a word of the server is a status with a badge. */
export const isStatus = (name: string): name is Status => Object.hasOwn(statusTones, name)

const marks: Readonly<Record<Tone, string>> = {
  mute: 'M9 12h6',
  warn: 'M12 8v4l2.5 2.5',
  ok: 'M8.5 12l2.5 2.5 4.5-5',
  bad: 'M9.5 9.5l5 5m0-5l-5 5',
}

/** A word with icon and colour, for states of a single page. */
export function ToneBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <svg
        width="14"
        height="14"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9" strokeDasharray={tone === 'mute' ? '3.5 3.5' : undefined} />
        <path d={marks[tone]} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {children}
    </span>
  )
}

/** A status: as a word first, then as an icon, then as a colour. */
export function StatusBadge({ status }: { status: Status }) {
  const t = useT(texts)
  return <ToneBadge tone={statusTones[status]}>{t(`status_${status}`)}</ToneBadge>
}
