import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  notifications: { en: 'Notifications', de: 'Benachrichtigungen', fr: 'Notifications', pt: 'Notificações' },
  unread: {
    en: '{count, plural, =0 {Notifications} one {Notifications, # unread} other {Notifications, # unread}}',
    de: '{count, plural, =0 {Benachrichtigungen} one {Benachrichtigungen, # ungelesen} other {Benachrichtigungen, # ungelesen}}',
    fr: '{count, plural, =0 {Notifications} one {Notifications, # non lue} other {Notifications, # non lues}}',
    pt: '{count, plural, =0 {Notificações} one {Notificações, # por ler} other {Notificações, # por ler}}',
  },
  read_all: {
    en: 'Mark all as read',
    de: 'Alle als gelesen markieren',
    fr: 'Tout marquer comme lu',
    pt: 'Marcar tudo como lido',
  },
  none: { en: 'Nothing new', de: 'Nichts Neues', fr: 'Rien de nouveau', pt: 'Nada de novo' },
  none_hint: {
    en: 'When something happens to your reservations, it stands here.',
    de: 'Wenn sich bei Ihren Reservierungen etwas tut, steht es hier.',
    fr: 'Ce qui concerne vos réservations apparaît ici.',
    pt: 'O que acontecer às suas reservas aparece aqui.',
  },
  is_unread: { en: 'Unread', de: 'Ungelesen', fr: 'Non lue', pt: 'Por ler' },
  close: { en: 'Close', de: 'Schließen', fr: 'Fermer', pt: 'Fechar' },
})
