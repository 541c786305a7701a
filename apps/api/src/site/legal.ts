import { defineTexts, type Language } from '@shiloh/contract/core'
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

const privacy = defineTexts({
  who: { en: 'Who is responsible', de: 'Wer verantwortlich ist', fr: 'Qui est responsable', pt: 'Quem é responsável' },
  who_text: {
    en: '{name} runs this site and decides what is kept here. {contact}',
    de: '{name} betreibt diese Seite und entscheidet, was hier gespeichert wird. {contact}',
    fr: '{name} exploite ce site et décide de ce qui y est conservé. {contact}',
    pt: '{name} gere este site e decide o que aqui se guarda. {contact}',
  },
  what: {
    en: 'What we keep, and why',
    de: 'Was wir speichern und wozu',
    fr: 'Ce que nous conservons, et pourquoi',
    pt: 'O que guardamos, e porquê',
  },
  what_text: {
    en: 'Your name, contact, gender, date of birth and your place in the church, so that you can register and be looked after; what you reserve and pay, because accounts must be kept; when you signed in and from where, so that nobody else uses your account. We keep nothing for advertising and sell nothing.',
    de: 'Ihren Namen, Ihre Kontaktdaten, Ihr Geschlecht, Ihr Geburtsdatum und Ihre Gemeinde, damit Sie sich anmelden können und gut aufgehoben sind; was Sie reservieren und bezahlen, weil Bücher geführt werden müssen; wann und von wo Sie sich angemeldet haben, damit niemand sonst Ihr Konto benutzt. Wir speichern nichts für Werbung und verkaufen nichts.',
    fr: 'Votre nom, vos coordonnées, votre sexe, votre date de naissance et votre assemblée, pour que vous puissiez vous inscrire et être bien accueilli ; ce que vous réservez et payez, car les comptes doivent être tenus ; quand et d’où vous vous êtes connecté, pour que personne d’autre n’utilise votre compte. Nous ne conservons rien à des fins publicitaires et ne vendons rien.',
    pt: 'O seu nome, contacto, sexo, data de nascimento e a sua assembleia, para que se possa inscrever e ser bem recebido; o que reserva e paga, porque as contas têm de ser mantidas; quando e de onde iniciou sessão, para que mais ninguém use a sua conta. Nada guardamos para publicidade e nada vendemos.',
  },
  health: {
    en: 'Health and diet',
    de: 'Gesundheit und Ernährung',
    fr: 'Santé et alimentation',
    pt: 'Saúde e alimentação',
  },
  health_text: {
    en: 'What you tell us about your health or your diet is voluntary. It is encrypted, shown only to the few who need it, every look at it is recorded, and it is removed a set time after the event.',
    de: 'Angaben zu Gesundheit und Ernährung sind freiwillig. Sie werden verschlüsselt, nur den wenigen gezeigt, die sie brauchen, jede Einsicht wird festgehalten, und sie werden eine festgelegte Zeit nach der Veranstaltung gelöscht.',
    fr: 'Ce que vous nous dites de votre santé ou de votre alimentation est facultatif. Ces données sont chiffrées, montrées aux seules personnes qui en ont besoin, chaque consultation est consignée, et elles sont supprimées un temps défini après l’événement.',
    pt: 'O que nos diz sobre a sua saúde ou alimentação é voluntário. É cifrado, mostrado apenas aos poucos que precisam, cada consulta fica registada, e é eliminado um tempo definido depois do evento.',
  },
  share: { en: 'Who else sees it', de: 'Wer es sonst sieht', fr: 'Qui d’autre les voit', pt: 'Quem mais as vê' },
  share_text: {
    en: 'Payment services receive what they need to take your payment. Caterers see numbers, not names. The person who scans your QR code at the gate sees your name, your room and whether you have paid.',
    de: 'Zahlungsdienste erhalten, was sie für Ihre Zahlung brauchen. Caterer sehen Zahlen, keine Namen. Wer am Einlass Ihren QR-Code scannt, sieht Ihren Namen, Ihr Zimmer und ob Sie bezahlt haben.',
    fr: 'Les services de paiement reçoivent ce qu’il faut pour encaisser votre paiement. Les traiteurs voient des nombres, pas des noms. La personne qui scanne votre QR code à l’entrée voit votre nom, votre chambre et si vous avez payé.',
    pt: 'Os serviços de pagamento recebem o necessário para o seu pagamento. Os fornecedores de refeições veem números, não nomes. Quem lê o seu código QR à entrada vê o seu nome, o seu quarto e se já pagou.',
  },
  cookies: { en: 'On your device', de: 'Auf Ihrem Gerät', fr: 'Sur votre appareil', pt: 'No seu dispositivo' },
  cookies_text: {
    en: 'Signing in stores what keeps you signed in, and your choice of language. There are no cookies of other companies here.',
    de: 'Bei der Anmeldung wird gespeichert, was Sie angemeldet hält, dazu Ihre Sprache. Cookies anderer Firmen gibt es hier nicht.',
    fr: 'La connexion enregistre ce qui vous garde connecté, ainsi que votre langue. Il n’y a ici aucun cookie d’autres sociétés.',
    pt: 'Ao iniciar sessão guarda-se o que o mantém com sessão iniciada e o seu idioma. Aqui não há cookies de outras empresas.',
  },
  rights: { en: 'Your rights', de: 'Ihre Rechte', fr: 'Vos droits', pt: 'Os seus direitos' },
  rights_text: {
    en: 'You can see and correct your details in your profile, download all that is kept about you, and have your account erased. What accounting law requires remains, without your name. You may complain to the Data Protection Commission or to the authority of the country you live in.',
    de: 'In Ihrem Profil können Sie Ihre Angaben einsehen und berichtigen, alles herunterladen, was über Sie gespeichert ist, und Ihr Konto löschen lassen. Was die Buchführung verlangt, bleibt ohne Ihren Namen erhalten. Sie können sich bei der Datenschutzbehörde Ghanas oder Ihres Wohnlandes beschweren.',
    fr: 'Dans votre profil, vous pouvez consulter et corriger vos informations, télécharger tout ce qui est conservé sur vous et faire effacer votre compte. Ce que la comptabilité exige demeure, sans votre nom. Vous pouvez vous adresser à l’autorité de protection des données du Ghana ou de votre pays.',
    pt: 'No seu perfil pode ver e corrigir os seus dados, descarregar tudo o que guardamos sobre si e pedir que a conta seja apagada. O que a contabilidade exige permanece, sem o seu nome. Pode apresentar queixa à autoridade de proteção de dados do Gana ou do país onde vive.',
  },
})

const terms = defineTexts({
  about: { en: 'What this is', de: 'Worum es geht', fr: 'De quoi il s’agit', pt: 'Do que se trata' },
  about_text: {
    en: '{name} uses this site to register people for its events. {contact}',
    de: '{name} nutzt diese Seite für die Anmeldung zu ihren Veranstaltungen. {contact}',
    fr: '{name} utilise ce site pour les inscriptions à ses événements. {contact}',
    pt: '{name} usa este site para as inscrições nos seus eventos. {contact}',
  },
  reserve: { en: 'Reserving', de: 'Reservieren', fr: 'Réserver', pt: 'Reservar' },
  reserve_text: {
    en: 'A reservation holds your places for the time that is shown. It is confirmed once it is paid, or approved where an event asks for approval. When the time runs out, the places go to others. One person has one reservation an event.',
    de: 'Eine Reservierung hält Ihre Plätze für die angezeigte Zeit. Bestätigt ist sie mit der Zahlung oder, wo eine Veranstaltung das verlangt, mit der Freigabe. Läuft die Zeit ab, gehen die Plätze an andere. Jede Person hat je Veranstaltung eine Reservierung.',
    fr: 'Une réservation retient vos places pendant le temps indiqué. Elle est confirmée une fois payée, ou approuvée lorsque l’événement le demande. Passé ce délai, les places reviennent à d’autres. Une personne a une réservation par événement.',
    pt: 'Uma reserva guarda os seus lugares durante o tempo indicado. Fica confirmada quando é paga, ou aprovada quando o evento o exige. Terminado o tempo, os lugares passam a outros. Cada pessoa tem uma reserva por evento.',
  },
  pay: { en: 'Paying', de: 'Bezahlen', fr: 'Payer', pt: 'Pagar' },
  pay_text: {
    en: 'The price is the one shown when you reserve. Card and mobile money payments go through a payment service; cash is taken only against a numbered receipt.',
    de: 'Es gilt der Preis, der beim Reservieren angezeigt wird. Karten- und Mobilzahlungen laufen über einen Zahlungsdienst; Bargeld wird nur gegen eine nummerierte Quittung angenommen.',
    fr: 'Le prix est celui affiché lors de la réservation. Les paiements par carte et par mobile passent par un service de paiement ; les espèces ne sont acceptées que contre un reçu numéroté.',
    pt: 'O preço é o indicado ao reservar. Os pagamentos por cartão e dinheiro móvel passam por um serviço de pagamento; o numerário só é aceite contra recibo numerado.',
  },
  cancel: {
    en: 'Changing and cancelling',
    de: 'Ändern und absagen',
    fr: 'Modifier et annuler',
    pt: 'Alterar e cancelar',
  },
  cancel_text: {
    en: 'Each event says until when you may change or cancel and how much is given back. You see both before you confirm. If we cancel an event, you get back all you paid.',
    de: 'Jede Veranstaltung sagt, bis wann Sie ändern oder absagen können und wie viel erstattet wird. Beides sehen Sie, bevor Sie bestätigen. Sagen wir eine Veranstaltung ab, erhalten Sie alles Bezahlte zurück.',
    fr: 'Chaque événement indique jusqu’à quand vous pouvez modifier ou annuler et combien est remboursé. Vous voyez les deux avant de confirmer. Si nous annulons un événement, tout ce que vous avez payé vous est rendu.',
    pt: 'Cada evento indica até quando pode alterar ou cancelar e quanto é devolvido. Vê ambos antes de confirmar. Se cancelarmos um evento, recebe de volta tudo o que pagou.',
  },
  there: { en: 'At the event', de: 'Bei der Veranstaltung', fr: 'Sur place', pt: 'No evento' },
  there_text: {
    en: 'Your QR code is your ticket: do not share it. Rooms are given by the organisers, who follow the rules of the venue and of the church.',
    de: 'Ihr QR-Code ist Ihre Eintrittskarte: Geben Sie ihn nicht weiter. Zimmer vergibt das Organisationsteam nach den Regeln des Hauses und der Kirche.',
    fr: 'Votre QR code est votre billet : ne le partagez pas. Les chambres sont attribuées par les organisateurs, selon les règles du lieu et de l’église.',
    pt: 'O seu código QR é o seu bilhete: não o partilhe. Os quartos são atribuídos pela organização, segundo as regras do local e da igreja.',
  },
  account: { en: 'Your account', de: 'Ihr Konto', fr: 'Votre compte', pt: 'A sua conta' },
  account_text: {
    en: 'Keep your password to yourself and your details true. We may close an account that is misused.',
    de: 'Behalten Sie Ihr Passwort für sich und halten Sie Ihre Angaben richtig. Ein Konto, das missbraucht wird, können wir schließen.',
    fr: 'Gardez votre mot de passe pour vous et des informations exactes. Nous pouvons fermer un compte utilisé abusivement.',
    pt: 'Guarde a palavra-passe para si e mantenha os dados corretos. Podemos encerrar uma conta usada indevidamente.',
  },
})

const PRIVACY = ['who', 'what', 'health', 'share', 'cookies', 'rights'] as const
const TERMS = ['about', 'reserve', 'pay', 'cancel', 'there', 'account'] as const

/** The privacy policy or the terms as HTML, in one language, with the organisation's own name and contact. */
export const legalHtml = (document: 'privacy' | 'terms', language: Language, organisation: Organisation): string => {
  const contact = [organisation.address, organisation.email, organisation.phone].filter(Boolean).join(', ')
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
