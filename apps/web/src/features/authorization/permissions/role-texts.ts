import { defineTexts } from '@shiloh/contract/core'

/** The roles and policies that come with the product; what the organisation words itself stays as it is typed. */
export const texts = defineTexts({
  role_owner: { en: 'Owner', de: 'Inhaber', fr: 'Propriétaire', pt: 'Proprietário' },
  role_registrar: { en: 'Registrar', de: 'Anmeldung', fr: 'Inscriptions', pt: 'Inscrições' },
  role_finance: { en: 'Finance', de: 'Finanzen', fr: 'Finances', pt: 'Finanças' },
  role_accommodation: { en: 'Accommodation', de: 'Unterkunft', fr: 'Hébergement', pt: 'Alojamento' },
  role_catering: { en: 'Catering', de: 'Verpflegung', fr: 'Restauration', pt: 'Alimentação' },
  role_content: { en: 'Content', de: 'Inhalte', fr: 'Contenu', pt: 'Conteúdos' },
  role_support: { en: 'Support', de: 'Hilfe und Anfragen', fr: 'Assistance', pt: 'Apoio' },
  'role_read-only': { en: 'Read only', de: 'Nur ansehen', fr: 'Lecture seule', pt: 'Só leitura' },
  about_owner: {
    en: 'Everything, and can never be locked out.',
    de: 'Alles, und kann nie ausgesperrt werden.',
    fr: 'Tout, et ne peut jamais être bloqué.',
    pt: 'Tudo, e nunca pode ficar de fora.',
  },
  about_registrar: {
    en: 'Events, reservations and the people who come.',
    de: 'Veranstaltungen, Reservierungen und die Menschen, die kommen.',
    fr: 'Événements, réservations et les personnes qui viennent.',
    pt: 'Eventos, reservas e as pessoas que vêm.',
  },
  about_finance: {
    en: 'Cash, payments, refunds and their reports.',
    de: 'Bargeld, Zahlungen, Erstattungen und ihre Berichte.',
    fr: 'Espèces, paiements, remboursements et leurs rapports.',
    pt: 'Dinheiro, pagamentos, reembolsos e os seus relatórios.',
  },
  about_accommodation: {
    en: 'Venues, rooms and who sleeps where.',
    de: 'Orte, Zimmer und wer wo schläft.',
    fr: 'Lieux, chambres et qui dort où.',
    pt: 'Locais, quartos e quem dorme onde.',
  },
  about_catering: {
    en: 'Caterers, products and what must be delivered.',
    de: 'Caterer, Produkte und was geliefert werden muss.',
    fr: 'Traiteurs, produits et ce qui doit être livré.',
    pt: 'Fornecedores de refeições, produtos e o que deve ser entregue.',
  },
  about_content: {
    en: 'Blogs, FAQs and announcements.',
    de: 'Blogbeiträge, häufige Fragen und Mitteilungen.',
    fr: 'Articles, questions fréquentes et annonces.',
    pt: 'Artigos, perguntas frequentes e avisos.',
  },
  about_support: {
    en: 'Tickets, and looking things up for people.',
    de: 'Anfragen beantworten und für andere nachsehen.',
    fr: 'Demandes d’aide, et recherches pour les personnes.',
    pt: 'Pedidos de apoio, e consultar coisas pelas pessoas.',
  },
  'about_read-only': {
    en: 'Sees everything except health details, changes nothing.',
    de: 'Sieht alles außer Gesundheitsangaben, ändert nichts.',
    fr: 'Voit tout sauf la santé, ne modifie rien.',
    pt: 'Vê tudo exceto a saúde, não altera nada.',
  },
})
