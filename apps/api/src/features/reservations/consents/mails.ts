import { defineTexts, type Translated } from '@shiloh/contract/core'
import { z } from 'zod'
import { noticeTemplate, type Templates, template } from '#platform/messaging/templates'
import { translate } from '#platform/text/texts'

const texts = defineTexts({
  subject: {
    en: 'Your consent is needed: {event}',
    de: 'Ihre Einwilligung wird gebraucht: {event}',
    fr: 'Votre consentement est nécessaire : {event}',
    pt: 'Precisamos do seu consentimento: {event}',
  },
  body: {
    en: 'Somebody under 18 wants to take part in {event} ({organisation}) without a parent, and has named you as their parent or guardian. Open the link to see who it is, and to agree or refuse. You need no account. If you know nothing of this, ignore this message.',
    de: 'Jemand unter 18 möchte ohne Eltern an {event} ({organisation}) teilnehmen und hat Sie als Elternteil oder sorgeberechtigte Person genannt. Über den Link sehen Sie, um wen es geht, und können zustimmen oder ablehnen. Sie brauchen kein Konto. Wissen Sie nichts davon, ist nichts zu tun.',
    fr: 'Une personne de moins de 18 ans souhaite participer à {event} ({organisation}) sans ses parents et vous a indiqué comme parent ou tuteur. Ouvrez le lien pour voir de qui il s’agit et accepter ou refuser. Aucun compte n’est nécessaire. Si cela ne vous dit rien, ignorez ce message.',
    pt: 'Alguém com menos de 18 anos quer participar em {event} ({organisation}) sem os pais e indicou-o como mãe, pai ou tutor. Abra a ligação para ver de quem se trata e aceitar ou recusar. Não precisa de conta. Se não sabe de nada, ignore esta mensagem.',
  },
  sms: {
    en: '{event}: your consent as a parent or guardian is needed: {link}',
    de: '{event}: Ihre Einwilligung als Elternteil wird gebraucht: {link}',
    fr: '{event} : votre consentement de parent est nécessaire : {link}',
    pt: '{event}: precisamos do seu consentimento de mãe, pai ou tutor: {link}',
  },
  given_subject: {
    en: 'The consent for {who} is here',
    de: 'Die Einwilligung für {who} ist da',
    fr: 'Le consentement pour {who} est arrivé',
    pt: 'O consentimento para {who} chegou',
  },
  given: {
    en: 'A parent or guardian has agreed that {who} takes part in {event}.',
    de: 'Ein Elternteil oder eine sorgeberechtigte Person hat zugestimmt, dass {who} an {event} teilnimmt.',
    fr: 'Un parent ou tuteur accepte que {who} participe à {event}.',
    pt: 'A mãe, o pai ou o tutor aceitou que {who} participe em {event}.',
  },
  refused_subject: {
    en: 'No consent for {who}',
    de: 'Keine Einwilligung für {who}',
    fr: 'Pas de consentement pour {who}',
    pt: 'Sem consentimento para {who}',
  },
  refused: {
    en: 'The guardian who was asked has not agreed that {who} takes part in {event}. Ask another parent or guardian, or talk to the office.',
    de: 'Die gefragte Person hat nicht zugestimmt, dass {who} an {event} teilnimmt. Fragen Sie einen anderen Elternteil oder sprechen Sie mit dem Büro.',
    fr: 'La personne sollicitée n’accepte pas que {who} participe à {event}. Demandez à un autre parent ou adressez-vous au secrétariat.',
    pt: 'A pessoa contactada não aceitou que {who} participe em {event}. Peça a outro familiar responsável ou fale com a secretaria.',
  },
})

const request = z.object({ event: z.string(), organisation: z.string(), token: z.string() })

/** The address of the page that a link opens. Behind #: no server or proxy writes it down. */
const linkOf = (publicUrl: string, token: string): string => `${publicUrl}/consent#${token}`

const answer = z.object({ who: z.string(), event: z.string(), reservation_id: z.string() })

const answered = (subject: Translated, body: Translated) =>
  noticeTemplate('reservation', answer, (data, language, { publicUrl }) => {
    const link = `/reservations/${data.reservation_id}`
    const said = translate(body, language, data)
    return {
      subject: translate(subject, language, data),
      body: said,
      link,
      sms: `${said} ${publicUrl}${link}`,
      text: `${said}\n\n${publicUrl}${link}`,
    }
  })

export const consentTemplates: Templates = {
  // A stranger may read it: nothing is quoted that a member has typed.
  give_consent: template(request, (given, language, { publicUrl }) => ({
    subject: translate(texts.subject, language, given),
    text: [translate(texts.body, language, given), linkOf(publicUrl, given.token)].join('\n\n'),
  })),
  give_consent_sms: template(request, (given, language, { publicUrl }) => ({
    subject: '',
    text: translate(texts.sms, language, { ...given, link: linkOf(publicUrl, given.token) }),
  })),
  consent_given: answered(texts.given_subject, texts.given),
  consent_refused: answered(texts.refused_subject, texts.refused),
}
