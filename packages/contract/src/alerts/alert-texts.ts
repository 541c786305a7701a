import { defineTexts, type Translated } from '../text/language.ts'
import type { AlertKind } from './alerts.ts'

/** What an alert of each kind is called. */
export const ALERT_NAMES: Readonly<Record<AlertKind, Translated>> = defineTexts({
  refund_due: { en: 'Refund due', de: 'Erstattung fällig', fr: 'Remboursement dû', pt: 'Reembolso em dívida' },
  payment_mismatch: {
    en: 'Payment does not match',
    de: 'Zahlung passt nicht',
    fr: 'Paiement non conforme',
    pt: 'Pagamento não corresponde',
  },
  late_money: {
    en: 'Money came too late',
    de: 'Geld kam zu spät',
    fr: 'Argent arrivé trop tard',
    pt: 'Dinheiro chegou tarde',
  },
  part_payment: { en: 'Paid in part', de: 'Teilweise bezahlt', fr: 'Payé en partie', pt: 'Pago em parte' },
  event_sold_out: {
    en: 'Event is sold out',
    de: 'Veranstaltung ausgebucht',
    fr: 'Événement complet',
    pt: 'Evento esgotado',
  },
  job_failed: { en: 'Job failed', de: 'Aufgabe fehlgeschlagen', fr: 'Tâche échouée', pt: 'Tarefa falhada' },
  invariant_broken: {
    en: 'The books are not consistent',
    de: 'Die Bücher sind nicht stimmig',
    fr: 'Les livres sont incohérents',
    pt: 'Os livros não estão coerentes',
  },
  audit_chain_broken: {
    en: 'The audit trail was changed',
    de: 'Das Prüfprotokoll wurde verändert',
    fr: 'Le journal d’audit a été modifié',
    pt: 'O registo de auditoria foi alterado',
  },
  double_entry: { en: 'Entered twice', de: 'Zweimal eingelassen', fr: 'Entré deux fois', pt: 'Entrou duas vezes' },
  ticket_opened: {
    en: 'New support ticket',
    de: 'Neue Supportanfrage',
    fr: 'Nouvelle demande d’aide',
    pt: 'Novo pedido de apoio',
  },
  title_to_confirm: {
    en: 'Title to confirm',
    de: 'Titel zu bestätigen',
    fr: 'Titre à confirmer',
    pt: 'Título por confirmar',
  },
  import_finished: {
    en: 'Import finished',
    de: 'Import abgeschlossen',
    fr: 'Importation terminée',
    pt: 'Importação concluída',
  },
  consent_refused: {
    en: 'A guardian refused consent',
    de: 'Einwilligung verweigert',
    fr: 'Consentement refusé',
    pt: 'Consentimento recusado',
  },
  bed_lost: { en: 'Bed lost', de: 'Bett verloren', fr: 'Lit perdu', pt: 'Cama perdida' },
})

/** What to do about it. */
export const ALERT_TODOS: Readonly<Record<AlertKind, Translated>> = defineTexts({
  refund_due: {
    en: 'Open the reservation and send the money back.',
    de: 'Öffnen Sie die Reservierung und zahlen Sie das Geld zurück.',
    fr: 'Ouvrez la réservation et remboursez l’argent.',
    pt: 'Abra a reserva e devolva o dinheiro.',
  },
  payment_mismatch: {
    en: 'Compare with the provider, then accept or refund the payment.',
    de: 'Vergleichen Sie mit dem Anbieter, dann nehmen Sie die Zahlung an oder erstatten sie.',
    fr: 'Comparez avec le prestataire, puis acceptez ou remboursez le paiement.',
    pt: 'Compare com o prestador e depois aceite ou reembolse o pagamento.',
  },
  late_money: {
    en: 'The place is gone: send the money back, or give another place.',
    de: 'Der Platz ist vergeben: Erstatten Sie das Geld oder geben Sie einen anderen Platz.',
    fr: 'La place n’est plus libre : remboursez, ou donnez une autre place.',
    pt: 'O lugar já não está livre: devolva o dinheiro ou dê outro lugar.',
  },
  part_payment: {
    en: 'Keep the place until a date, or give the money back.',
    de: 'Halten Sie den Platz bis zu einem Datum oder zahlen Sie das Geld zurück.',
    fr: 'Gardez la place jusqu’à une date, ou rendez l’argent.',
    pt: 'Guarde o lugar até uma data ou devolva o dinheiro.',
  },
  event_sold_out: {
    en: 'Open the waiting list, or add places.',
    de: 'Sehen Sie die Warteliste an oder fügen Sie Plätze hinzu.',
    fr: 'Consultez la liste d’attente ou ajoutez des places.',
    pt: 'Veja a lista de espera ou acrescente lugares.',
  },
  job_failed: {
    en: 'Read the error in the log and tell the person who runs the server.',
    de: 'Lesen Sie den Fehler im Protokoll und informieren Sie die Serverbetreuung.',
    fr: 'Lisez l’erreur dans le journal et prévenez la personne qui gère le serveur.',
    pt: 'Leia o erro no registo e avise quem gere o servidor.',
  },
  invariant_broken: {
    en: 'Look at the entries below before anything else is changed, and tell the person who runs the server.',
    de: 'Prüfen Sie die Einträge, bevor etwas anderes geändert wird, und informieren Sie die Serverbetreuung.',
    fr: 'Examinez les lignes avant toute autre modification et prévenez la personne qui gère le serveur.',
    pt: 'Veja as entradas antes de alterar mais alguma coisa e avise quem gere o servidor.',
  },
  audit_chain_broken: {
    en: 'Somebody changed the database past the product. Keep a backup and look at the trail.',
    de: 'Jemand hat die Datenbank am Produkt vorbei geändert. Sichern Sie sie und prüfen Sie das Protokoll.',
    fr: 'La base a été modifiée hors du produit. Faites une sauvegarde et examinez le journal.',
    pt: 'A base de dados foi alterada fora do produto. Guarde uma cópia e veja o registo.',
  },
  double_entry: {
    en: 'Ask at the gates who came in with this code.',
    de: 'Fragen Sie an den Eingängen, wer mit diesem Code kam.',
    fr: 'Demandez aux entrées qui est venu avec ce code.',
    pt: 'Pergunte às entradas quem veio com este código.',
  },
  ticket_opened: { en: 'Answer it.', de: 'Beantworten Sie sie.', fr: 'Répondez-y.', pt: 'Responda.' },
  title_to_confirm: {
    en: 'Confirm the title or decline it with a reason.',
    de: 'Bestätigen Sie den Titel oder lehnen Sie ihn mit Grund ab.',
    fr: 'Confirmez le titre ou refusez-le avec un motif.',
    pt: 'Confirme o título ou recuse-o com um motivo.',
  },
  import_finished: {
    en: 'See whether rows were refused.',
    de: 'Sehen Sie nach, ob Zeilen abgelehnt wurden.',
    fr: 'Vérifiez si des lignes ont été refusées.',
    pt: 'Veja se houve linhas recusadas.',
  },
  consent_refused: {
    en: 'Talk to the family: another guardian may agree, or the reservation is cancelled.',
    de: 'Sprechen Sie mit der Familie: Eine andere sorgeberechtigte Person stimmt zu, oder die Reservierung wird storniert.',
    fr: 'Parlez à la famille : un autre tuteur peut accepter, sinon la réservation est annulée.',
    pt: 'Fale com a família: outro responsável pode aceitar, ou a reserva é cancelada.',
  },
  bed_lost: {
    en: 'Give the person another bed.',
    de: 'Geben Sie der Person ein anderes Bett.',
    fr: 'Donnez un autre lit à cette personne.',
    pt: 'Dê outra cama a esta pessoa.',
  },
})
