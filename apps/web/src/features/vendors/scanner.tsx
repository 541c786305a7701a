import { Button, NumberInput, TextInput } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { formatTime } from '@shiloh/contract/text/format'
import { leftOf } from '@shiloh/contract/vendors/orders'
import { vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { useRef, useState } from 'react'
import { newIdempotencyKey } from '#platform/client'
import { useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { useCamera } from '../checkin/index.ts'
import { Items } from './items.tsx'
import { aboutOrders } from './queries.ts'
import { texts } from './texts.ts'
import classes from './vendor.module.css'

type Looked = DataOf<typeof vendorRoutes.scanOrder>

const tones: Partial<Record<Looked['result'], 'ok' | 'warn'>> = {
  ok: 'ok',
  already_delivered: 'warn',
  unpaid: 'warn',
  wrong_event: 'warn',
}

const timeOf = (at: string): string => formatTime(at, Intl.DateTimeFormat().resolvedOptions().timeZone)

function Camera({ isReading, onRead }: { isReading: boolean; onRead: (code: string) => void }) {
  const t = useT(texts)
  const video = useRef<HTMLVideoElement>(null)
  const { state } = useCamera({ video, isReading, purpose: 'hand over', onRead })
  const hint = () => {
    if (state === 'on') return t('scan_hint')
    return t(state === 'starting' ? 'starting' : 'no_camera')
  }
  return (
    <div className={classes.camera}>
      <video ref={video} playsInline muted aria-hidden="true" tabIndex={-1} />
      <p role="status">{hint()}</p>
    </div>
  )
}

/** What was handed over last, and what undoes exactly that. */
interface Done {
  readonly code: string
  readonly id: string
  /** What the camera read. */
  readonly text: string
  readonly at: string
  readonly items: readonly { readonly _id: string; readonly quantity: number }[]
  /** Sent again after a lost answer, it is the same undoing. */
  readonly undoId: string
}

/** Looks up a ticket by camera or code, shows what it ordered, and hands it over. */
export function HandOver({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const t = useT(texts)
  const [code, setCode] = useState('')
  const [looked, setLooked] = useState<Looked>()
  const [read, setRead] = useState('')
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({})
  const [done, setDone] = useState<Done>()
  const field = useRef<HTMLInputElement>(null)
  const look = useAct(vendorRoutes.scanOrder)
  const act = useAct(vendorRoutes.updateOrder, aboutOrders)
  const lookUp = (text: string) =>
    look.mutate(
      { body: { code: text, event_id: eventId } },
      {
        onSuccess: ({ data }) => {
          setLooked(data)
          setRead(text)
          setChosen({})
          setCode('')
          setDone(undefined)
        },
      },
    )
  const again = () => {
    setLooked(undefined)
    field.current?.focus()
  }
  const order = looked?.order
  const open = order?.items.filter((item) => leftOf(item) > 0) ?? []
  const nowOf = (item: (typeof open)[number]) => Math.min(chosen[item._id] ?? leftOf(item), leftOf(item))
  const left = open.reduce((sum, item) => sum + leftOf(item), 0)
  const now = open.reduce((sum, item) => sum + nowOf(item), 0)
  const handOver = () => {
    if (!order) return
    // What this screen shows: the office can have changed the order since.
    const items = open.flatMap((item) => (nowOf(item) > 0 ? [{ _id: item._id, quantity: nowOf(item) }] : []))
    act.mutate(
      {
        params: { id: order._id },
        body: {
          status: 'delivered',
          items,
          handover_id: newIdempotencyKey(),
        },
      },
      {
        onSuccess: () => {
          const at = new Date().toISOString()
          setDone({ code: order.code, id: order._id, text: read, at, items, undoId: newIdempotencyKey() })
          again()
        },
        onError: () => lookUp(order.code),
      },
    )
  }
  const takeBack = () => {
    if (!done) return
    act.mutate(
      {
        params: { id: done.id },
        body: { status: 'prepared', taken_back: true, items: [...done.items], handover_id: done.undoId },
      },
      { onSuccess: () => setDone(undefined) },
    )
  }
  const advice = (result: Looked['result']) =>
    result === 'already_delivered'
      ? t('advice_already_delivered', { time: order?.delivered_at ? timeOf(order.delivered_at) : '' })
      : t(`advice_${result}`)
  return (
    <section className={classes.scanner}>
      <Camera
        isReading={!looked && !look.isPending}
        onRead={(text) => {
          // The ticket that was just served can still be in front of the camera.
          if (text !== done?.text) lookUp(text)
        }}
      />
      <div>
        {looked ? (
          <div className={classes.result} data-tone={tones[looked.result] ?? 'bad'} role="status">
            <h2>{t(`said_${looked.result}`)}</h2>
            {order ? (
              <p>
                <span className={classes.code}>{order.code}</span> {looked.name}
              </p>
            ) : null}
            <p>{advice(looked.result)}</p>
            {order ? <Items order={order} /> : null}
            {looked.result === 'ok' && left > 1
              ? open.map((item) => (
                  <NumberInput
                    key={item._id}
                    label={t('how_many', { item: `${item.product}, ${item.option}` })}
                    value={nowOf(item)}
                    min={0}
                    max={leftOf(item)}
                    allowDecimal={false}
                    clampBehavior="strict"
                    maw={320}
                    onChange={(value) => setChosen((before) => ({ ...before, [item._id]: Number(value) }))}
                  />
                ))
              : null}
            <div className={classes.acts}>
              {looked.result === 'ok' ? (
                <Button loading={act.isPending} disabled={now === 0} onClick={handOver}>
                  {now === left ? t('hand_over_all') : t('hand_over_some', { count: now })}
                </Button>
              ) : null}
              <Button variant="default" onClick={again}>
                {t('next')}
              </Button>
            </div>
          </div>
        ) : (
          <form
            className={classes.type}
            onSubmit={(event) => {
              event.preventDefault()
              if (code.trim().length > 3) lookUp(code.trim())
            }}
          >
            <TextInput
              ref={field}
              label={t('search_code')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={300}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={look.isPending}>
              {t('look_up')}
            </Button>
          </form>
        )}
        {done ? (
          <p className={classes.note} role="status">
            {t('done_at', { code: done.code, time: timeOf(done.at) })}{' '}
            <Button variant="subtle" onClick={takeBack} loading={act.isPending}>
              {t('undo')}
            </Button>
          </p>
        ) : null}
        <div className={classes.acts}>
          <Button variant="subtle" onClick={onClose}>
            {t('see_orders')}
          </Button>
        </div>
      </div>
    </section>
  )
}
