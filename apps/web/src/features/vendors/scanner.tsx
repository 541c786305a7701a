import { Button, NumberInput, TextInput } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { leftOf } from '@shiloh/contract/vendors/orders'
import { vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { useRef, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { useCamera } from '../checkin/index.ts'
import { handOver as handingOver } from './acts.ts'
import { Items } from './items.tsx'
import { timeHere } from './last-act.tsx'
import { texts } from './texts.ts'
import type { OrderActs } from './use-order-acts.ts'
import classes from './vendor.module.css'

type Looked = DataOf<typeof vendorRoutes.scanOrder>

const tones: Partial<Record<Looked['result'], 'ok' | 'warn'>> = {
  ok: 'ok',
  already_delivered: 'warn',
  unpaid: 'warn',
  wrong_event: 'warn',
}

function Camera({
  isReading,
  isAnswered,
  onRead,
}: {
  isReading: boolean
  /** What was typed is found: there is nothing to type. */
  isAnswered: boolean
  onRead: (code: string) => void
}) {
  const t = useT(texts)
  const video = useRef<HTMLVideoElement>(null)
  const { state } = useCamera({ video, isReading, purpose: 'hand over', onRead })
  const hint = () => {
    if (state === 'on') return t('scan_hint')
    return t(state === 'starting' ? 'starting' : 'no_camera')
  }
  const isDark = state !== 'on' && state !== 'starting'
  return (
    // Without a picture there is nothing to look at.
    <div className={classes.camera} data-off={isDark || undefined} hidden={isDark && isAnswered}>
      <video ref={video} playsInline muted aria-hidden="true" tabIndex={-1} />
      <p role="status">{hint()}</p>
    </div>
  )
}

/** Looks up a ticket by camera or code, shows what it ordered, and hands it over. */
export function HandOver({ eventId, acts, onClose }: { eventId: string; acts: OrderActs; onClose: () => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const [code, setCode] = useState('')
  const [looked, setLooked] = useState<Looked>()
  const [read, setRead] = useState('')
  // The ticket that was just served can still be in front of the camera.
  const [served, setServed] = useState('')
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({})
  const field = useRef<HTMLInputElement>(null)
  const look = useAct(vendorRoutes.scanOrder)
  const lookUp = (text: string) =>
    look.mutate(
      { body: { code: text, event_id: eventId } },
      {
        onSuccess: ({ data }) => {
          setLooked(data)
          setRead(text)
          setChosen({})
          setCode('')
          setServed('')
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
  const handOver = async () => {
    if (!order) return
    // What this screen shows: the office can have changed the order since.
    const pieces = open.flatMap((item) => (nowOf(item) > 0 ? [{ _id: item._id, quantity: nowOf(item) }] : []))
    if (await acts.act(order, handingOver(order, pieces))) {
      setServed(read)
      again()
    } else lookUp(order.code)
  }
  const advice = (result: Looked['result']) =>
    result === 'already_delivered'
      ? t('advice_already_delivered', { time: order?.delivered_at ? timeHere(order.delivered_at, language) : '' })
      : t(`advice_${result}`)
  return (
    <section className={classes.scanner}>
      <Camera
        isReading={!looked && !look.isPending}
        isAnswered={looked !== undefined}
        onRead={(text) => {
          if (text !== served || acts.done?.deed === 'undone') lookUp(text)
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
                now > 0 ? (
                  <Button loading={acts.pending === order?._id} onClick={() => void handOver()}>
                    {now === left ? t('hand_over_all') : t('hand_over_some', { count: now })}
                  </Button>
                ) : (
                  <p>{t('hand_over_none')}</p>
                )
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
            <Button type="submit" loading={look.isPending}>
              {t('look_up')}
            </Button>
          </form>
        )}
        <div className={classes.acts}>
          <Button variant="subtle" onClick={onClose}>
            {t('see_orders')}
          </Button>
        </div>
      </div>
    </section>
  )
}
