import { defineTexts, type Translated } from '@shiloh/contract/core'
import { z } from 'zod'
import { noticeTemplate, type Template, type Templates } from '#platform/messaging/templates'
import { translate } from '#platform/text/texts'

/** What people hear of a link between their accounts; in the app, by mail and by SMS. */
const spouseTexts = defineTexts({
  hello: { en: 'Dear {name},', de: 'Guten Tag {name},', fr: 'Bonjour {name},', pt: 'Olá {name},' },
  asked_subject: {
    en: '{who} asks to link your accounts',
    de: '{who} möchte Ihre Konten verbinden',
    fr: '{who} demande à lier vos comptes',
    pt: '{who} pede para ligar as vossas contas',
  },
  asked_body: {
    en: 'You are on the spouse list of {who}. If you are married, confirm it in your account; if not, decline. Nobody is told that you declined.',
    de: 'Sie stehen auf der Ehepartnerliste von {who}. Wenn Sie verheiratet sind, bestätigen Sie es in Ihrem Konto; wenn nicht, lehnen Sie ab. Von einer Ablehnung erfährt niemand.',
    fr: 'Vous êtes sur la liste des conjoints de {who}. Si vous êtes mariés, confirmez-le dans votre compte ; sinon, refusez. Personne n’est informé d’un refus.',
    pt: 'Está na lista de cônjuges de {who}. Se são casados, confirme-o na sua conta; se não, recuse. Ninguém é informado da recusa.',
  },
  linked_subject: {
    en: 'Your account is linked to {who}',
    de: 'Ihr Konto ist mit {who} verbunden',
    fr: 'Votre compte est lié à {who}',
    pt: 'A sua conta está ligada a {who}',
  },
  linked_body: {
    en: '{who} has confirmed it. When one of you reserves for both, the other has a place too and cannot take a second one.',
    de: '{who} hat es bestätigt. Wenn jemand von Ihnen für beide reserviert, hat auch die andere Person einen Platz und kann keinen zweiten nehmen.',
    fr: '{who} l’a confirmé. Quand l’un de vous réserve pour deux, l’autre a aussi sa place et ne peut pas en prendre une seconde.',
    pt: '{who} confirmou. Quando um reserva para os dois, o outro também tem lugar e não pode ocupar um segundo.',
  },
  unlinked_subject: {
    en: 'Your account is no longer linked to {who}',
    de: 'Ihr Konto ist nicht mehr mit {who} verbunden',
    fr: 'Votre compte n’est plus lié à {who}',
    pt: 'A sua conta já não está ligada a {who}',
  },
  unlinked_body: {
    en: 'What you reserved together stays as it is.',
    de: 'Was Sie gemeinsam reserviert haben, bleibt bestehen.',
    fr: 'Ce que vous avez réservé ensemble reste inchangé.',
    pt: 'O que reservaram em conjunto mantém-se.',
  },
})

const words = z.object({
  name: z.string(),
  who: z.string(),
  event: z.string().optional(),
  codes: z.string().optional(),
})

const PATH = '/spouse'

const notice = (subject: Translated, body: Translated): Template =>
  noticeTemplate('reservation', words, (data, language, { publicUrl }) => ({
    subject: translate(subject, language, data),
    body: translate(body, language, data),
    link: PATH,
    sms: `${translate(subject, language, data)}: ${publicUrl}${PATH}`,
    text: [translate(spouseTexts.hello, language, data), translate(body, language, data), `${publicUrl}${PATH}`].join(
      '\n\n',
    ),
  }))

export const spouseTemplates: Templates = {
  spouse_asked: notice(spouseTexts.asked_subject, spouseTexts.asked_body),
  spouse_linked: notice(spouseTexts.linked_subject, spouseTexts.linked_body),
  spouse_unlinked: notice(spouseTexts.unlinked_subject, spouseTexts.unlinked_body),
}
