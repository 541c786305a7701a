import { WEBHOOK_EVENTS, type WebhookEvent } from '@shiloh/contract/webhooks'
import { type TextRef, text, useText } from '#platform/i18n'
import { texts } from './webhook-texts.ts'

/** The words of what is told. */
const EVENT_TEXTS: Readonly<Record<WebhookEvent | 'ping', TextRef>> = {
  ping: text(texts, 'event_ping'),
  'reservation.made': text(texts, 'event_reservation_made'),
  'reservation.confirmed': text(texts, 'event_reservation_confirmed'),
  'reservation.cancelled': text(texts, 'event_reservation_cancelled'),
  'payment.received': text(texts, 'event_payment_received'),
  'payment.refunded': text(texts, 'event_payment_refunded'),
  'event.published': text(texts, 'event_event_published'),
}

/** What a webhook can be told, to choose from. */
export const EVENT_CHOICES = WEBHOOK_EVENTS.map((value) => ({ value, label: EVENT_TEXTS[value] }))

/** Returns the name of a kind of event. One that is not told any more keeps its code. */
export const useEventName = (): ((type: string) => string) => {
  const say = useText()
  return (type) => {
    const known = ([...WEBHOOK_EVENTS, 'ping'] as const).find((one) => one === type)
    return known ? say(EVENT_TEXTS[known]) : type
  }
}
