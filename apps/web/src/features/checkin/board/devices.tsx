import { Button } from '@mantine/core'
import type { boardRoutes } from '@shiloh/contract/checkin/board'
import { isOldCopy } from '@shiloh/contract/checkin/bundle'
import { type GateDevice, gateDeviceRoutes } from '@shiloh/contract/checkin/devices'
import type { DataOf } from '@shiloh/contract/core'
import { formatCount, formatPercent } from '@shiloh/contract/text/format'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { Panel } from '#ui/base/figures'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { Unbroken } from '#ui/base/values'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import classes from './board.module.css'
import { Moment } from './moment.tsx'
import { ScansLink } from './scans-link.tsx'
import { ShowAll } from './show-all.tsx'
import { texts } from './texts.ts'
import { momentOf, placeOf } from './words.ts'

/** Per cent. */
const BATTERY_LOW = 15
/** A device without a socket asks every 30 seconds: three of them missed. */
const SILENT_MS = 100_000

const ageOf = (at: string, now: Date): number => now.getTime() - Date.parse(at)

function stateOf({ revoked_at, ended_at, queue_length, seen_at }: GateDevice, now: Date) {
  if (revoked_at !== null) return 'revoked'
  if (ended_at !== null) return queue_length > 0 ? 'ended_waiting' : 'ended'
  if (ageOf(seen_at, now) > SILENT_MS) return 'offline'
  return queue_length > 0 ? 'waiting' : 'ok'
}
const tones: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  revoked: 'bad',
  ended: 'mute',
  ended_waiting: 'warn',
  offline: 'warn',
  waiting: 'warn',
  ok: 'ok',
}

/** Devices that somebody should go to come first: those that keep scans, then those that are silent or run out. */
const urgency = (device: GateDevice, now: Date): number => {
  const state = stateOf(device, now)
  if (state === 'revoked') return device.queue_length > 0 ? 1 : 5
  if (state === 'ended') return 4
  if (device.queue_length > 0) return 0
  if (state === 'offline') return 1
  return device.battery !== null && device.battery <= BATTERY_LOW ? 2 : 3
}

/** Devices that are shown at once. */
const SHOWN = 10

function Battery({ percent }: { percent: number | null }) {
  const t = useT(texts)
  if (percent === null)
    return (
      <span className="dim" title={t('unknown_battery')} role="img" aria-label={t('unknown_battery')}>
        –
      </span>
    )
  const isLow = percent <= BATTERY_LOW
  return (
    <span className={classes.battery} data-low={isLow || undefined} title={isLow ? t('battery_low') : undefined}>
      <svg width="24" height="11" viewBox="0 0 24 11" aria-hidden>
        <rect x=".5" y=".5" width="20" height="10" rx="2" />
        <path d="M22 3.5v4" />
        <rect x="2" y="2" width={(17 * percent) / 100} height="7" data-fill />
      </svg>
      {percent}%
    </span>
  )
}

function Revoke({ device, eventId }: { device: GateDevice; eventId: string }) {
  const t = useT(texts)
  const [asks, setAsks] = useState(false)
  const { mutateAsync, isPending } = useAct(gateDeviceRoutes.updateDevice, [gateDeviceRoutes.listDevices])
  const { _id, name, queue_length } = device
  return (
    <>
      <Button
        className={classes.revoke ?? ''}
        variant="subtle"
        color="red"
        aria-label={t('revoke_named', { name })}
        onClick={() => setAsks(true)}
      >
        {t('revoke')}
      </Button>
      <ConfirmDialog
        opened={asks}
        danger
        title={t('revoke_question', { name })}
        action={t('revoke_act')}
        busy={isPending}
        onClose={() => setAsks(false)}
        onConfirm={async () => {
          await mutateAsync({ params: { id: eventId, device_id: _id }, body: { revoked: true } })
          toastDone({ message: t('revoked', { name }) })
          setAsks(false)
        }}
      >
        <p>{t('revoke_text')}</p>
        {queue_length > 0 ? <p>{t('revoke_waiting', { count: queue_length })}</p> : null}
        <p>{t('revoke_again')}</p>
      </ConfirmDialog>
    </>
  )
}

/** The devices of an event: who has them, what waits on them, and how old their copy is. */
export function Devices({
  devices,
  eventId,
  event: { time_zone: zone, copy_minutes },
  now,
}: {
  devices: readonly GateDevice[]
  eventId: string
  event: DataOf<typeof boardRoutes.liveBoard>['event']
  now: Date
}) {
  const isOld = (at: string) => isOldCopy(new Date(at), now, copy_minutes)
  const t = useT(texts)
  const language = useLanguage()
  const mayRevoke = useCan()('checkin_users.update')
  const [isLong, setIsLong] = useState(false)
  const sorted = devices.toSorted((a, b) => urgency(a, now) - urgency(b, now))
  const shown = isLong ? sorted : sorted.slice(0, SHOWN)
  if (devices.length === 0)
    return (
      <Panel title={t('devices')}>
        <p className="dim">{t('no_devices')}</p>
      </Panel>
    )
  return (
    <Panel title={t('devices')} note={formatCount(devices.length, language)}>
      <table className={`${classes.table} ${classes.devices}`}>
        <thead>
          <tr>
            <th>{t('device')}</th>
            <th className="num" data-wide>
              {t('queue')}
            </th>
            <th className="num" data-wide>
              {t('battery')}
            </th>
            <th data-wide>{t('seen_at')}</th>
            <th data-wide>{t('copy')}</th>
            <th>{t('state')}</th>
            {mayRevoke ? <th aria-hidden /> : null}
          </tr>
        </thead>
        <tbody>
          {shown.map((device) => {
            const { _id, name, user, queue_length, battery, seen_at, bundle_at, ended_at } = device
            const state = stateOf(device, now)
            return (
              <tr key={_id}>
                <th scope="row">
                  <ScansLink eventId={eventId} search={{ device_id: _id }}>
                    {name}
                  </ScansLink>
                  <small>
                    <Unbroken>{placeOf(device, zone, language)}</Unbroken>
                    <span data-wide>{[placeOf(device, zone, language) && ', ', user]}</span>
                  </small>
                </th>
                <td data-narrow>
                  <Moment at={seen_at} zone={zone} now={now} />
                  {battery === null ? null : `, ${formatPercent(battery, language)}`}
                  {queue_length === 0 ? null : `, ${t('scans_waiting', { count: queue_length })}`}
                </td>
                <td className="num" data-wide>
                  {queue_length === 0 ? <span className="dim">0</span> : <b>{formatCount(queue_length, language)}</b>}
                </td>
                <td className="num" data-wide>
                  <Battery percent={battery} />
                </td>
                <td data-wide>
                  <Moment at={seen_at} zone={zone} now={now} />
                </td>
                <td data-wide>
                  {bundle_at === null ? (
                    <span className="dim">{t('no_copy')}</span>
                  ) : (
                    <span
                      data-warn={(state !== 'revoked' && isOld(bundle_at)) || undefined}
                      title={isOld(bundle_at) ? t('old_copy') : undefined}
                    >
                      <Moment at={bundle_at} zone={zone} now={now} />
                    </span>
                  )}
                </td>
                <td data-state>
                  <ToneBadge tone={tones[state]}>
                    {t(`state_${state}`, {
                      count: queue_length,
                      time: momentOf(ended_at ?? seen_at, zone, now, language),
                    })}
                  </ToneBadge>
                </td>
                {mayRevoke ? (
                  <td>{state === 'revoked' ? null : <Revoke device={device} eventId={eventId} />}</td>
                ) : null}
              </tr>
            )
          })}
        </tbody>
      </table>
      <ShowAll count={devices.length} shown={shown.length} onAll={() => setIsLong(true)} />
    </Panel>
  )
}
