import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  title: { en: 'Is it you?', de: 'Sind Sie es?', fr: 'Est-ce bien vous ?', pt: 'É mesmo você?' },
  lead: {
    en: 'This concerns your whole account. Please enter your password again; then it goes on where you were.',
    de: 'Das betrifft Ihr ganzes Konto. Bitte geben Sie Ihr Passwort noch einmal ein; danach geht es weiter, wo Sie waren.',
    fr: 'Cela concerne tout votre compte. Saisissez de nouveau votre mot de passe, puis vous reprendrez où vous en étiez.',
    pt: 'Isto diz respeito a toda a sua conta. Introduza de novo a palavra-passe e continua onde estava.',
  },
  confirm: { en: 'Confirm', de: 'Bestätigen', fr: 'Confirmer', pt: 'Confirmar' },
  spent: {
    en: 'This took too long, or there were too many wrong codes. Please enter your password again.',
    de: 'Das hat zu lange gedauert, oder es gab zu viele falsche Codes. Bitte geben Sie Ihr Passwort noch einmal ein.',
    fr: 'Cela a duré trop longtemps, ou trop de codes étaient faux. Saisissez de nouveau votre mot de passe.',
    pt: 'Demorou demais ou houve demasiados códigos errados. Introduza de novo a palavra-passe.',
  },
})
