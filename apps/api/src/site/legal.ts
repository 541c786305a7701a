import { defineTexts, type Language } from '@shiloh/contract/core'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { escapeHtml } from '#platform/text/html'
import { translate } from '#platform/text/texts'

/** The day these texts last changed. */
export const LEGAL_UPDATED_AT = '2026-11-21T00:00:00Z'

interface Organisation {
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
}

const privacy = defineTexts('server/privacy', {
  who: 'Who is responsible',
  who_text: '{name} runs this site and decides what is kept here. {contact}',
  what: 'What we keep, and why',
  what_text:
    'Your name, contact, gender, date of birth and your place in the church, so that you can register and be looked after; what you reserve and pay, because accounts must be kept; when you signed in and from where, so that nobody else uses your account. We keep nothing for advertising and sell nothing.',
  health: 'Health and diet',
  health_text:
    'What you tell us about your health or your diet is voluntary. It is encrypted, shown only to the few who need it, every viewing is recorded, and it is deleted a set time after the event.',
  share: 'Who else sees it',
  share_text:
    'Payment services receive what they need to take your payment. Caterers see numbers, not names. The person who scans your QR code at the gate sees your name, your room and whether you have paid.',
  cookies: 'On your device',
  cookies_text:
    'Signing in stores what keeps you signed in, whether you used a code or a password, and your choice of language. There are no cookies of other companies here.',
  rights: 'Your rights',
  rights_text:
    'You can see and correct your details in your profile, download all that is kept about you, and have your account deleted. What accounting law requires remains, without your name. You can complain to the Data Protection Commission or to the authority of the country you live in.',
})

const terms = defineTexts('server/terms', {
  about: 'What this is',
  about_text: '{name} uses this site to register people for its events. {contact}',
  reserve: 'Reserving',
  reserve_text:
    'A reservation holds your places for the time that is shown. It is confirmed once it is paid, or approved where an event asks for approval. When the hold expires, the places are released to others. Each person can have one reservation per event.',
  pay: 'Paying',
  pay_text:
    'The price is the one shown when you reserve. Card and mobile money payments go through a payment service; cash is taken only against a numbered receipt.',
  cancel: 'Changing and cancelling',
  cancel_text:
    'Each event says until when you can change or cancel and how much is refunded. You see both before you confirm. If we cancel an event, you get a full refund.',
  there: 'At the event',
  there_text:
    'Your QR code is your ticket: do not share it. Rooms are assigned by the organisers, who follow the rules of the venue and of the church.',
  account: 'Your account',
  account_text: 'Keep your password secret and your details correct. We may close an account that is misused.',
})

const PRIVACY = ['who', 'what', 'health', 'share', 'cookies', 'rights'] as const
const TERMS = ['about', 'reserve', 'pay', 'cancel', 'there', 'account'] as const

/** Returns the privacy policy or the terms as HTML, in one language, with the organisation's name and contact. */
export const legalHtml = (document: 'privacy' | 'terms', language: Language, organisation: Organisation): string => {
  const contact = [organisation.address, organisation.email, organisation.phone && formatPhone(organisation.phone)]
    .filter(Boolean)
    .join(', ')
  const values = { name: organisation.name, contact }
  const section = (title: string, text: string) => `<h2>${escapeHtml(title)}</h2><p>${escapeHtml(text)}</p>`
  return document === 'privacy'
    ? PRIVACY.map((key) =>
        section(translate(privacy[key], language), translate(privacy[`${key}_text`], language, values)),
      ).join('')
    : TERMS.map((key) =>
        section(translate(terms[key], language), translate(terms[`${key}_text`], language, values)),
      ).join('')
}
