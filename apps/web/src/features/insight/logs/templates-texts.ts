import { defineTexts } from '@shiloh/contract/core'

/** What each template of a mail or SMS is called. */
export const texts = defineTexts({
  confirm_account: { en: 'Confirm account', de: 'Konto bestätigen', fr: 'Confirmer le compte', pt: 'Confirmar conta' },
  confirm_email_change: {
    en: 'Confirm new e-mail',
    de: 'Neue E-Mail bestätigen',
    fr: 'Confirmer le nouvel e-mail',
    pt: 'Confirmar novo e-mail',
  },
  account_exists: {
    en: 'Account exists already',
    de: 'Konto besteht bereits',
    fr: 'Compte déjà existant',
    pt: 'A conta já existe',
  },
  email_changed: { en: 'E-mail changed', de: 'E-Mail geändert', fr: 'E-mail modifié', pt: 'E-mail alterado' },
  password_reset: {
    en: 'Reset password',
    de: 'Passwort zurücksetzen',
    fr: 'Réinitialiser le mot de passe',
    pt: 'Repor palavra-passe',
  },
  password_reset_mfa: {
    en: 'Reset password, second step',
    de: 'Passwort zurücksetzen, zweiter Schritt',
    fr: 'Réinitialiser le mot de passe, deuxième étape',
    pt: 'Repor palavra-passe, segundo passo',
  },
  password_changed: {
    en: 'Password changed',
    de: 'Passwort geändert',
    fr: 'Mot de passe modifié',
    pt: 'Palavra-passe alterada',
  },
  code: { en: 'One-time code', de: 'Einmalcode', fr: 'Code à usage unique', pt: 'Código de uso único' },
  mfa_on: {
    en: 'Second step switched on',
    de: 'Zweiter Schritt eingeschaltet',
    fr: 'Deuxième étape activée',
    pt: 'Segundo passo ativado',
  },
  mfa_off: {
    en: 'Second step switched off',
    de: 'Zweiter Schritt ausgeschaltet',
    fr: 'Deuxième étape désactivée',
    pt: 'Segundo passo desativado',
  },
  invitation: { en: 'Invitation', de: 'Einladung', fr: 'Invitation', pt: 'Convite' },
  invitation_member: {
    en: 'Invitation of a member',
    de: 'Einladung eines Mitglieds',
    fr: 'Invitation d’un membre',
    pt: 'Convite de membro',
  },
  account_approved: { en: 'Account approved', de: 'Konto freigegeben', fr: 'Compte approuvé', pt: 'Conta aprovada' },
  reservation_made: {
    en: 'Reservation made',
    de: 'Reservierung angelegt',
    fr: 'Réservation faite',
    pt: 'Reserva feita',
  },
  reservation_cancelled: {
    en: 'Reservation cancelled',
    de: 'Reservierung storniert',
    fr: 'Réservation annulée',
    pt: 'Reserva cancelada',
  },
  reservation_approved: {
    en: 'Reservation approved',
    de: 'Reservierung freigegeben',
    fr: 'Réservation approuvée',
    pt: 'Reserva aprovada',
  },
  waiting_offer: {
    en: 'Place from the waiting list',
    de: 'Platz von der Warteliste',
    fr: 'Place de la liste d’attente',
    pt: 'Lugar da lista de espera',
  },
  payment_received: {
    en: 'Payment received',
    de: 'Zahlung eingegangen',
    fr: 'Paiement reçu',
    pt: 'Pagamento recebido',
  },
  ticket_answered: {
    en: 'Support answered',
    de: 'Anfrage beantwortet',
    fr: 'Demande d’aide répondue',
    pt: 'Pedido de apoio respondido',
  },
})
