import type { Language } from '@shiloh/contract/core'
import { EVENT_WORDS } from './event-texts.ts'

/** What the demo church says in German, French and Portuguese, by what it says in English. */
const WORDS: Readonly<Record<string, readonly [de: string, fr: string, pt: string]>> = {
  // Titles
  Apostle: ['Apostel', 'Apôtre', 'Apóstolo'],
  Prophet: ['Prophet', 'Prophète', 'Profeta'],
  Evangelist: ['Evangelist', 'Évangéliste', 'Evangelista'],
  Pastor: ['Pastor', 'Pasteur', 'Pastor'],
  Overseer: ['Aufseher', 'Surveillant', 'Supervisor'],
  'Probationary Overseer': ['Aufseher in der Probezeit', 'Surveillant stagiaire', 'Supervisor em estágio'],
  'Presiding Elder': ['Leitender Ältester', 'Ancien responsable', 'Presbítero dirigente'],
  Elder: ['Ältester', 'Ancien', 'Presbítero'],
  Deacon: ['Diakon', 'Diacre', 'Diácono'],
  Deaconess: ['Diakonin', 'Diaconesse', 'Diaconisa'],
  Member: ['Mitglied', 'Membre', 'Membro'],
  // Designations
  Chairman: ['Vorsitzender', 'Président', 'Presidente'],
  'General Secretary': ['Generalsekretär', 'Secrétaire général', 'Secretário-geral'],
  'Missions Director': ['Missionsleiter', 'Directeur des missions', 'Diretor de missões'],
  'Executive Council Member': [
    'Mitglied des Exekutivrats',
    'Membre du conseil exécutif',
    'Membro do conselho executivo',
  ],
  'National Head': ['Landesleiter', 'Responsable national', 'Responsável nacional'],
  'Area Head': ['Gebietsleiter', 'Responsable de zone', 'Responsável de área'],
  'District Pastor': ['Distriktpastor', 'Pasteur de district', 'Pastor distrital'],
  'Resident Minister': ['Ortspastor', 'Ministre résident', 'Ministro residente'],
  'Men’s Ministry Director': [
    'Leiter der Männerarbeit',
    'Directeur du ministère des hommes',
    'Diretor do ministério dos homens',
  ],
  'Women’s Ministry Director': [
    'Leiterin der Frauenarbeit',
    'Directrice du ministère des femmes',
    'Diretora do ministério das mulheres',
  ],
  'Youth Ministry Director': [
    'Leiter der Jugendarbeit',
    'Directeur du ministère de la jeunesse',
    'Diretor do ministério da juventude',
  ],
  'Children’s Ministry Director': [
    'Leiter der Kinderarbeit',
    'Directeur du ministère des enfants',
    'Diretor do ministério das crianças',
  ],
  'Evangelism Ministry Director': [
    'Leiter der Evangelisation',
    'Directeur de l’évangélisation',
    'Diretor de evangelização',
  ],
  'Travelling Secretary': ['Reisesekretär', 'Secrétaire itinérant', 'Secretário itinerante'],
  Patron: ['Schirmherr', 'Parrain', 'Patrono'],
  Missionary: ['Missionar', 'Missionnaire', 'Missionário'],
  'Retired Minister': ['Pastor im Ruhestand', 'Ministre à la retraite', 'Ministro aposentado'],
  // Room categories
  Executive: ['Komfort', 'Supérieure', 'Superior'],
  'A room for two with bath, air conditioning, a desk and a small fridge.': [
    'Ein Zimmer für zwei mit Bad, Klimaanlage, Schreibtisch und kleinem Kühlschrank.',
    'Une chambre pour deux avec salle de bains, climatisation, bureau et petit réfrigérateur.',
    'Um quarto para dois com casa de banho, ar condicionado, secretária e um pequeno frigorífico.',
  ],
  Standard: ['Standard', 'Standard', 'Standard'],
  'Two single beds, a fan, a shower of its own.': [
    'Zwei Einzelbetten, ein Ventilator, eine eigene Dusche.',
    'Deux lits simples, un ventilateur, une douche privée.',
    'Duas camas individuais, uma ventoinha, duche privativo.',
  ],
  Economy: ['Einfach', 'Économique', 'Económico'],
  'Bunk beds, shared showers at the end of the corridor.': [
    'Etagenbetten, gemeinsame Duschen am Ende des Flurs.',
    'Lits superposés, douches communes au bout du couloir.',
    'Beliches, duches comuns ao fundo do corredor.',
  ],
  'Family chalet': ['Familienhaus', 'Chalet familial', 'Chalé familiar'],
  'A small house with four beds and a kitchen, for one family or a couple.': [
    'Ein kleines Haus mit vier Betten und Küche, für eine Familie oder ein Paar.',
    'Une petite maison avec quatre lits et une cuisine, pour une famille ou un couple.',
    'Uma casinha com quatro camas e cozinha, para uma família ou um casal.',
  ],
  // The form of the conference
  'Your journey': ['Ihre Anreise', 'Votre voyage', 'A sua viagem'],
  'How will you travel?': ['Wie reisen Sie an?', 'Comment viendrez-vous ?', 'Como vai viajar?'],
  'By car': ['Mit dem Auto', 'En voiture', 'De carro'],
  'By public transport': ['Mit Bus und Bahn', 'En transports en commun', 'De transportes públicos'],
  'With a bus of my area': ['Mit einem Bus meines Gebiets', 'Avec un car de ma zone', 'Com um autocarro da minha área'],
  'Number plate': ['Kennzeichen', 'Plaque d’immatriculation', 'Matrícula'],
  'For the car park, such as GR 1234-25.': [
    'Für den Parkplatz, zum Beispiel GR 1234-25.',
    'Pour le parking, par exemple GR 1234-25.',
    'Para o parque de estacionamento, por exemplo GR 1234-25.',
  ],
  'Passport number': ['Reisepassnummer', 'Numéro de passeport', 'Número do passaporte'],
  'Passport valid until': ['Reisepass gültig bis', 'Passeport valable jusqu’au', 'Passaporte válido até'],
  'For the letter of invitation.': [
    'Für das Einladungsschreiben.',
    'Pour la lettre d’invitation.',
    'Para a carta de convite.',
  ],
  Workshops: ['Workshops', 'Ateliers', 'Oficinas'],
  'Tuesday and Wednesday afternoon, in small groups.': [
    'Dienstag- und Mittwochnachmittag, in kleinen Gruppen.',
    'Mardi et mercredi après-midi, en petits groupes.',
    'Terça e quarta-feira à tarde, em pequenos grupos.',
  ],
  'Which workshop would you like to join?': [
    'An welchem Workshop möchten Sie teilnehmen?',
    'À quel atelier souhaitez-vous participer ?',
    'Em que oficina gostaria de participar?',
  ],
  'Preaching from the letters': ['Über die Briefe predigen', 'Prêcher sur les épîtres', 'Pregar sobre as epístolas'],
  'Accounts of an assembly': [
    'Die Buchhaltung einer Gemeinde',
    'La comptabilité d’une assemblée',
    'A contabilidade de uma assembleia',
  ],
  'Counselling, with workbook': [
    'Seelsorge, mit Arbeitsheft',
    'Relation d’aide, avec cahier',
    'Aconselhamento, com caderno',
  ],
  'Sound and live stream': ['Ton und Livestream', 'Son et diffusion en direct', 'Som e transmissão ao vivo'],
  'Last year': ['Letztes Jahr', 'L’an dernier', 'O ano passado'],
  'How was last year’s conference?': [
    'Wie war die Konferenz im letzten Jahr?',
    'Comment était la conférence de l’an dernier ?',
    'Como foi a conferência do ano passado?',
  ],
  '5 is best; leave it open if you were not there.': [
    '5 ist am besten; lassen Sie es offen, wenn Sie nicht dabei waren.',
    '5 est la meilleure note ; laissez vide si vous n’étiez pas là.',
    '5 é o melhor; deixe em branco se não esteve presente.',
  ],
  'What should we do better?': [
    'Was sollten wir besser machen?',
    'Que devrions-nous améliorer ?',
    'O que devemos melhorar?',
  ],
}

const LANGUAGES = ['de', 'fr', 'pt'] as const satisfies readonly Language[]

/** A line in another language. The year behind the name of an event stays. */
const wordsFor = (english: string, at: number): string => {
  const [, words = english, year = ''] = /^(.*?)( \d{4})?$/.exec(english) ?? []
  const said = (WORDS[words] ?? EVENT_WORDS[words])?.[at]
  if (said === undefined) throw new Error(`the demo church says “${english}” in English only`)
  return said + year
}

/**
 * Returns what these texts are in the other languages, for `translations`. Empty texts have none.
 *
 * @throws when the demo church says something in English only
 */
export const inOtherLanguages = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    LANGUAGES.map((language, at) => [
      language,
      Object.fromEntries(
        Object.entries(texts).flatMap(([field, english]) => {
          if (english === '') return []
          const said = english.split(/(\n+)/).map((line, place) => (place % 2 === 1 ? line : wordsFor(line, at)))
          return [[field, said.join('')]]
        }),
      ),
    ]),
  )
