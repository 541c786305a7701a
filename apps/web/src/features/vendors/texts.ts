import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  home: { en: 'Home', de: 'Start', fr: 'Accueil', pt: 'Início' },
  welcome: { en: 'Welcome, {name}', de: 'Willkommen, {name}', fr: 'Bienvenue, {name}', pt: 'Olá, {name}' },
  about: {
    en: 'Your place as a supplier of {church}.',
    de: 'Ihr Bereich als Lieferant von {church}.',
    fr: 'Votre espace de fournisseur de {church}.',
    pt: 'O seu espaço de fornecedor de {church}.',
  },
  nothing_shared: {
    en: 'Orders and numbers come from the office',
    de: 'Bestellungen und Zahlen kommen vom Büro',
    fr: 'Les commandes et les chiffres viennent du secrétariat',
    pt: 'As encomendas e os números vêm da secretaria',
  },
  what_to_do: {
    en: 'The office sends you the meals and products to prepare for each event. Keep your e-mail address and phone number up to date, so that it reaches you.',
    de: 'Das Büro teilt Ihnen mit, welche Mahlzeiten und Produkte Sie für jede Veranstaltung vorbereiten. Halten Sie E-Mail-Adresse und Telefonnummer aktuell, damit es Sie erreicht.',
    fr: 'Le secrétariat vous communique les repas et produits à préparer pour chaque événement. Gardez votre adresse e-mail et votre téléphone à jour pour qu’il puisse vous joindre.',
    pt: 'A secretaria comunica-lhe as refeições e os produtos a preparar para cada evento. Mantenha o e-mail e o telefone atualizados, para que o possa contactar.',
  },
  check_details: {
    en: 'Check your details',
    de: 'Ihre Angaben prüfen',
    fr: 'Vérifier vos données',
    pt: 'Verificar os seus dados',
  },
  contact: { en: 'Questions?', de: 'Fragen?', fr: 'Des questions ?', pt: 'Dúvidas?' },
})
