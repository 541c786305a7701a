import { defineTexts } from '@shiloh/contract/core'

/** The cash desk and its closing. */
export const texts = defineTexts({
  search: {
    en: 'Name, phone or code',
    de: 'Name, Telefon oder Code',
    fr: 'Nom, téléphone ou code',
    pt: 'Nome, telefone ou código',
  },
  search_hint: {
    en: 'Type, or scan the guest’s QR code.',
    de: 'Tippen Sie, oder scannen Sie den QR-Code des Gastes.',
    fr: 'Saisissez, ou scannez le code QR.',
    pt: 'Escreva ou leia o código QR.',
  },
  found: {
    en: 'Reservations found',
    de: 'Gefundene Reservierungen',
    fr: 'Réservations trouvées',
    pt: 'Reservas encontradas',
  },
  found_count: {
    en: '{count, plural, =0 {Nobody found} one {# found} other {# found}}',
    de: '{count, plural, =0 {Niemand gefunden} one {# gefunden} other {# gefunden}}',
    fr: '{count, plural, =0 {Personne trouvé} one {# trouvé} other {# trouvés}}',
    pt: '{count, plural, =0 {Ninguém encontrado} one {# encontrado} other {# encontrados}}',
  },
  found_more: {
    en: 'Only the first {count} are shown: type more of the name.',
    de: 'Nur die ersten {count} werden gezeigt: Tippen Sie mehr vom Namen.',
    fr: 'Seuls les {count} premiers sont affichés : précisez le nom.',
    pt: 'Só os primeiros {count} são mostrados: escreva mais do nome.',
  },
  nobody: {
    en: 'Nobody of that name or code',
    de: 'Niemand mit diesem Namen oder Code',
    fr: 'Personne sous ce nom ou ce code',
    pt: 'Ninguém com esse nome ou código',
  },
  nobody_hint: {
    en: 'Try part of the name, the phone, or make a reservation now.',
    de: 'Versuchen Sie einen Teil des Namens oder das Telefon, oder reservieren Sie jetzt.',
    fr: 'Essayez une partie du nom, le téléphone, ou réservez maintenant.',
    pt: 'Tente parte do nome, o telefone, ou faça agora uma reserva.',
  },
  make: { en: 'Make a reservation', de: 'Reservierung anlegen', fr: 'Faire une réservation', pt: 'Fazer uma reserva' },
  begin: { en: 'Who is paying?', de: 'Wer zahlt?', fr: 'Qui paie ?', pt: 'Quem paga?' },
  begin_hint: {
    en: 'Find the guest by name, phone or code. Enter opens the first.',
    de: 'Suchen Sie den Gast über Name, Telefon oder Code. Die Eingabetaste öffnet den ersten.',
    fr: 'Cherchez par nom, téléphone ou code. Entrée ouvre le premier.',
    pt: 'Procure por nome, telefone ou código. Enter abre o primeiro.',
  },
  back_to_results: {
    en: 'Back to the search',
    de: 'Zurück zur Suche',
    fr: 'Retour à la recherche',
    pt: 'Voltar à procura',
  },
  today: { en: 'Taken today', de: 'Heute kassiert', fr: 'Encaissé aujourd’hui', pt: 'Recebido hoje' },
  today_receipts: {
    en: '{count, plural, =0 {No receipt yet} one {# receipt} other {# receipts}}',
    de: '{count, plural, =0 {Noch keine Quittung} one {# Quittung} other {# Quittungen}}',
    fr: '{count, plural, =0 {Aucun reçu} one {# reçu} other {# reçus}}',
    pt: '{count, plural, =0 {Nenhum recibo} one {# recibo} other {# recibos}}',
  },
  latest: { en: 'Latest receipts', de: 'Letzte Quittungen', fr: 'Derniers reçus', pt: 'Últimos recibos' },
  total: { en: 'Total', de: 'Gesamt', fr: 'Total', pt: 'Total' },
  paid: { en: 'Paid', de: 'Bezahlt', fr: 'Payé', pt: 'Pago' },
  waived: { en: 'Waived', de: 'Erlassen', fr: 'Remis', pt: 'Dispensado' },
  balance: { en: 'Still to pay', de: 'Noch zu zahlen', fr: 'Reste à payer', pt: 'Por pagar' },
  nothing_due: {
    en: 'Nothing to pay: everything is settled.',
    de: 'Nichts zu zahlen: Alles ist beglichen.',
    fr: 'Rien à payer : tout est réglé.',
    pt: 'Nada a pagar: está tudo saldado.',
  },
  waits_for_approval: {
    en: 'It waits for approval. Money is taken once it is approved.',
    de: 'Sie wartet auf Freigabe. Kassiert wird nach der Freigabe.',
    fr: 'Elle attend une approbation. On encaisse ensuite.',
    pt: 'Aguarda aprovação. Só depois se recebe.',
  },
  not_live: {
    en: 'This reservation does not stand any more, so nothing can be taken for it.',
    de: 'Diese Reservierung besteht nicht mehr; dafür kann nichts kassiert werden.',
    fr: 'Cette réservation n’existe plus : rien à encaisser.',
    pt: 'Esta reserva já não está de pé: não há nada a receber.',
  },
  not_permitted: {
    en: 'You may look here, but not take cash.',
    de: 'Sie dürfen hier nachsehen, aber nicht kassieren.',
    fr: 'Vous pouvez consulter, mais pas encaisser.',
    pt: 'Pode consultar, mas não receber.',
  },
  persons: {
    en: '{count, plural, one {# person} other {# persons}}',
    de: '{count, plural, one {# Person} other {# Personen}}',
    fr: '{count, plural, one {# personne} other {# personnes}}',
    pt: '{count, plural, one {# pessoa} other {# pessoas}}',
  },

  previous_day: { en: 'Day before', de: 'Voriger Tag', fr: 'Jour précédent', pt: 'Dia anterior' },
  next_day: { en: 'Day after', de: 'Nächster Tag', fr: 'Jour suivant', pt: 'Dia seguinte' },
  print: { en: 'Print', de: 'Drucken', fr: 'Imprimer', pt: 'Imprimir' },
  counted_by: { en: 'Counted by', de: 'Gezählt von', fr: 'Compté par', pt: 'Contado por' },
  received_by: { en: 'Received by', de: 'Übernommen von', fr: 'Reçu par', pt: 'Recebido por' },
})
