/** What the demo church publishes, in four languages. English is the original. */

interface Faq {
  readonly category: string
  readonly en: readonly [question: string, answer: string]
  readonly de: readonly [question: string, answer: string]
  readonly fr: readonly [question: string, answer: string]
  readonly pt: readonly [question: string, answer: string]
}

export const FAQS: readonly Faq[] = [
  {
    category: 'registration',
    en: [
      'Must I be a member of the church to register?',
      'No. Choose “Visitor” where the event offers it. Some places are for members or ministers only; you see this beside the price.',
    ],
    de: [
      'Muss ich Mitglied der Kirche sein, um mich anzumelden?',
      'Nein. Wählen Sie „Besucher“, wo die Veranstaltung es anbietet. Einige Plätze sind nur für Mitglieder oder Amtsträger; das steht neben dem Preis.',
    ],
    fr: [
      'Faut-il être membre de l’église pour s’inscrire ?',
      'Non. Choisissez « Visiteur » là où l’événement le propose. Certaines places sont réservées aux membres ou aux ministres ; c’est indiqué à côté du prix.',
    ],
    pt: [
      'Tenho de ser membro da igreja para me inscrever?',
      'Não. Escolha «Visitante» onde o evento o oferece. Alguns lugares são só para membros ou ministros; isso está indicado ao lado do preço.',
    ],
  },
  {
    category: 'registration',
    en: [
      'Can I register my wife or husband with me?',
      'Yes, if the event allows it. Enter your spouse under “My account” once, then choose them when you register. Each of you gets a QR code.',
    ],
    de: [
      'Kann ich meine Frau oder meinen Mann mit anmelden?',
      'Ja, wenn die Veranstaltung es erlaubt. Tragen Sie sie oder ihn einmal unter „Mein Konto“ ein und wählen Sie sie bei der Anmeldung aus. Jeder bekommt einen QR-Code.',
    ],
    fr: [
      'Puis-je inscrire ma femme ou mon mari avec moi ?',
      'Oui, si l’événement le permet. Saisissez votre conjoint une fois sous « Mon compte », puis choisissez-le à l’inscription. Chacun reçoit un code QR.',
    ],
    pt: [
      'Posso inscrever a minha mulher ou o meu marido comigo?',
      'Sim, se o evento o permitir. Registe o cônjuge uma vez em «A minha conta» e escolha-o na inscrição. Cada um recebe um código QR.',
    ],
  },
  {
    category: 'payment',
    en: [
      'How can I pay?',
      'With mobile money or a card when you register, or in cash at the desk where the event has one. Your place is held until the time shown on your reservation.',
    ],
    de: [
      'Wie kann ich bezahlen?',
      'Mit Mobile Money oder Karte bei der Anmeldung, oder bar an der Kasse, wo es eine gibt. Ihr Platz bleibt bis zu der Zeit reserviert, die auf Ihrer Reservierung steht.',
    ],
    fr: [
      'Comment puis-je payer ?',
      'Par mobile money ou par carte à l’inscription, ou en espèces à la caisse là où il y en a une. Votre place est gardée jusqu’à l’heure indiquée sur votre réservation.',
    ],
    pt: [
      'Como posso pagar?',
      'Com mobile money ou cartão na inscrição, ou em dinheiro na caixa, onde existe. O seu lugar fica guardado até à hora indicada na sua reserva.',
    ],
  },
  {
    category: 'payment',
    en: [
      'What happens if my payment arrives too late?',
      'If everything you chose is still free, you are registered. If not, the money goes back to you and the office calls you.',
    ],
    de: [
      'Was geschieht, wenn meine Zahlung zu spät ankommt?',
      'Wenn alles, was Sie gewählt haben, noch frei ist, sind Sie angemeldet. Sonst geht das Geld an Sie zurück, und das Büro ruft Sie an.',
    ],
    fr: [
      'Que se passe-t-il si mon paiement arrive trop tard ?',
      'Si tout ce que vous avez choisi est encore libre, vous êtes inscrit. Sinon, l’argent vous est rendu et le bureau vous appelle.',
    ],
    pt: [
      'O que acontece se o meu pagamento chegar tarde demais?',
      'Se tudo o que escolheu ainda estiver livre, fica inscrito. Caso contrário, o dinheiro é-lhe devolvido e o secretariado telefona-lhe.',
    ],
  },
  {
    category: 'payment',
    en: [
      'Will I get my money back when I cancel?',
      'Each event has its own rule. You see what you would get back before you cancel.',
    ],
    de: [
      'Bekomme ich mein Geld zurück, wenn ich absage?',
      'Jede Veranstaltung hat ihre eigene Regel. Sie sehen, was Sie zurückbekommen, bevor Sie absagen.',
    ],
    fr: [
      'Serai-je remboursé si j’annule ?',
      'Chaque événement a sa propre règle. Vous voyez ce qui vous serait rendu avant d’annuler.',
    ],
    pt: [
      'Recebo o dinheiro de volta se cancelar?',
      'Cada evento tem a sua regra. Antes de cancelar, vê o que lhe seria devolvido.',
    ],
  },
  {
    category: 'rooms',
    en: [
      'When do I learn my room?',
      'About ten days before the event. You get a message, and the room stands on your receipt.',
    ],
    de: [
      'Wann erfahre ich mein Zimmer?',
      'Etwa zehn Tage vor der Veranstaltung. Sie bekommen eine Nachricht, und das Zimmer steht auf Ihrem Beleg.',
    ],
    fr: [
      'Quand connaîtrai-je ma chambre ?',
      'Environ dix jours avant l’événement. Vous recevez un message, et la chambre figure sur votre reçu.',
    ],
    pt: [
      'Quando fico a saber o meu quarto?',
      'Cerca de dez dias antes do evento. Recebe uma mensagem, e o quarto aparece no seu recibo.',
    ],
  },
  {
    category: 'rooms',
    en: [
      'Stairs are hard for me. What can I do?',
      'Tick “Mobility” under health when you register. You will get a bed on the ground floor. Only the people who give out rooms can see it.',
    ],
    de: [
      'Treppen fallen mir schwer. Was kann ich tun?',
      'Kreuzen Sie bei der Anmeldung unter Gesundheit „Mobilität“ an. Sie bekommen ein Bett im Erdgeschoss. Nur wer Zimmer vergibt, kann das sehen.',
    ],
    fr: [
      'Les escaliers me sont difficiles. Que faire ?',
      'Cochez « Mobilité » sous santé à l’inscription. Vous aurez un lit au rez-de-chaussée. Seules les personnes qui attribuent les chambres le voient.',
    ],
    pt: [
      'Tenho dificuldade com escadas. O que posso fazer?',
      'Assinale «Mobilidade» em saúde na inscrição. Terá uma cama no rés do chão. Só quem atribui os quartos o vê.',
    ],
  },
  {
    category: 'check-in',
    en: [
      'I have no smartphone. Do I need one at the gate?',
      'No. Print the receipt, or tell us your name: we can find everybody by name and telephone number.',
    ],
    de: [
      'Ich habe kein Smartphone. Brauche ich eines am Einlass?',
      'Nein. Drucken Sie den Beleg aus oder nennen Sie uns Ihren Namen: Wir finden alle mit Namen und Telefonnummer.',
    ],
    fr: [
      'Je n’ai pas de smartphone. En faut-il un à l’entrée ?',
      'Non. Imprimez le reçu, ou dites-nous votre nom : nous trouvons tout le monde par nom et numéro de téléphone.',
    ],
    pt: [
      'Não tenho smartphone. Preciso de um à entrada?',
      'Não. Imprima o recibo ou diga-nos o seu nome: encontramos todos pelo nome e número de telefone.',
    ],
  },
]

interface Text {
  readonly title: string
  readonly summary: string
  readonly body: readonly string[]
}
interface Post {
  readonly slug: string
  /** Days since it was published. Negative: days until then. Null: a draft. */
  readonly ago: number | null
  readonly en: Text
  readonly de: Text
  readonly fr: Text
  readonly pt: Text
  readonly comments: readonly string[]
  /** Comments that wait to be read. */
  readonly waiting: readonly string[]
}

export const POSTS: readonly Post[] = [
  {
    slug: 'how-we-give-out-rooms',
    ago: 34,
    en: {
      title: 'How we give out two hundred rooms',
      summary: 'Who sleeps where is decided by rules that everybody may read.',
      body: [
        'Every year somebody asks why the neighbour got a room with a fan and they did not. So here is how it works.',
        '- First come those for whom stairs are hard: they get the ground floor.\n- Couples get a room of their own.\n- Then we fill house after house, in the order in which people have paid, and try to keep districts together.',
        'If you wish to share a room with somebody, both of you should say so.',
      ],
    },
    de: {
      title: 'Wie wir zweihundert Zimmer vergeben',
      summary: 'Wer wo schläft, entscheiden Regeln, die alle lesen dürfen.',
      body: [
        'Jedes Jahr fragt jemand, warum der Nachbar ein Zimmer mit Ventilator bekam und er nicht. So geht es.',
        '- Zuerst kommen die, denen Treppen schwerfallen: Sie bekommen das Erdgeschoss.\n- Paare bekommen ein eigenes Zimmer.\n- Dann füllen wir Haus für Haus, in der Reihenfolge der Zahlungen, und halten Distrikte zusammen.',
        'Wenn Sie mit jemandem ein Zimmer teilen möchten, sagen Sie es beide.',
      ],
    },
    fr: {
      title: 'Comment nous attribuons deux cents chambres',
      summary: 'Qui dort où se décide selon des règles que chacun peut lire.',
      body: [
        'Chaque année, quelqu’un demande pourquoi le voisin a une chambre avec ventilateur et pas lui. Voici comment cela se passe.',
        '- D’abord ceux pour qui les escaliers sont difficiles : ils ont le rez-de-chaussée.\n- Les couples ont une chambre à eux.\n- Puis nous remplissons maison après maison, dans l’ordre des paiements, en gardant les districts ensemble.',
        'Si vous souhaitez partager une chambre avec quelqu’un, dites-le tous les deux.',
      ],
    },
    pt: {
      title: 'Como atribuímos duzentos quartos',
      summary: 'Quem dorme onde decide-se por regras que todos podem ler.',
      body: [
        'Todos os anos alguém pergunta porque é que o vizinho teve um quarto com ventoinha e ele não. É assim que funciona.',
        '- Primeiro vêm aqueles para quem as escadas são difíceis: ficam no rés do chão.\n- Os casais têm um quarto só para si.\n- Depois enchemos casa após casa, pela ordem dos pagamentos, e tentamos manter os distritos juntos.',
        'Se quiser partilhar um quarto com alguém, digam-no ambos.',
      ],
    },
    comments: ['Thank you, now I understand why we were in Canaan Block.', 'Please more fans in Canaan Block!'],
    waiting: ['Can two sisters from different districts share a room?'],
  },
  {
    slug: 'cooking-for-a-thousand',
    ago: 21,
    en: {
      title: 'Cooking for a thousand',
      summary: 'A morning with Efua Quansah, who feeds the conference.',
      body: [
        'At half past three the first fire is lit. By six there are four hundred bowls of porridge, forty of them without sugar.',
        '> Tell us before you come what you cannot eat. On the day itself I can only say sorry.',
      ],
    },
    de: {
      title: 'Kochen für tausend',
      summary: 'Ein Morgen mit Efua Quansah, die die Konferenz verpflegt.',
      body: [
        'Um halb vier brennt das erste Feuer. Um sechs stehen vierhundert Schalen Brei bereit, vierzig davon ohne Zucker.',
        '> Sagen Sie uns, bevor Sie kommen, was Sie nicht essen können. Am Tag selbst kann ich nur noch um Entschuldigung bitten.',
      ],
    },
    fr: {
      title: 'Cuisiner pour mille',
      summary: 'Une matinée avec Efua Quansah, qui nourrit la conférence.',
      body: [
        'À trois heures et demie, le premier feu est allumé. À six heures, il y a quatre cents bols de bouillie, dont quarante sans sucre.',
        '> Dites-nous avant de venir ce que vous ne pouvez pas manger. Le jour même, je ne peux que m’excuser.',
      ],
    },
    pt: {
      title: 'Cozinhar para mil',
      summary: 'Uma manhã com Efua Quansah, que alimenta a conferência.',
      body: [
        'Às três e meia acende-se o primeiro lume. Às seis há quatrocentas taças de papas, quarenta delas sem açúcar.',
        '> Diga-nos antes de vir o que não pode comer. No próprio dia só posso pedir desculpa.',
      ],
    },
    comments: ['The waakye on Thursday was the best.'],
    waiting: ['Follow my page for cheap phones!!!'],
  },
  {
    slug: 'what-the-cash-desk-does',
    ago: 9,
    en: {
      title: 'What the cash desk does, and what it does not',
      summary: 'Receipts have numbers without gaps. Ask for yours.',
      body: [
        'Whoever pays in cash gets a receipt with a number. Every evening the numbers are compared with the box.',
        'Nobody else may take money for an event.',
      ],
    },
    de: {
      title: 'Was die Kasse tut und was nicht',
      summary: 'Belege haben lückenlose Nummern. Lassen Sie sich Ihren geben.',
      body: [
        'Wer bar bezahlt, bekommt einen Beleg mit Nummer. Jeden Abend werden die Nummern mit der Kasse verglichen.',
        'Niemand sonst darf Geld für eine Veranstaltung annehmen.',
      ],
    },
    fr: {
      title: 'Ce que fait la caisse, et ce qu’elle ne fait pas',
      summary: 'Les reçus ont des numéros sans trou. Demandez le vôtre.',
      body: [
        'Qui paie en espèces reçoit un reçu numéroté. Chaque soir, les numéros sont comparés à la caisse.',
        'Personne d’autre ne peut prendre d’argent pour un événement.',
      ],
    },
    pt: {
      title: 'O que a caixa faz e o que não faz',
      summary: 'Os recibos têm números sem falhas. Peça o seu.',
      body: [
        'Quem paga em dinheiro recebe um recibo com número. Todas as noites os números são comparados com a caixa.',
        'Mais ninguém pode receber dinheiro para um evento.',
      ],
    },
    comments: [],
    waiting: [],
  },
  {
    slug: 'the-first-evening',
    ago: -5,
    en: {
      title: 'The first evening of the conference',
      summary: 'When the gates open, where to leave your bags, and what there is to eat.',
      body: [
        '## Arriving',
        'The gates open at two in the afternoon. Leave your bags at your block before you go to the hall.',
        '## Eating',
        'Supper is from six to eight. Show your QR code at the kitchen.',
      ],
    },
    de: {
      title: 'Der erste Abend der Konferenz',
      summary: 'Wann die Tore öffnen, wo Sie Ihr Gepäck lassen und was es zu essen gibt.',
      body: [
        '## Ankommen',
        'Die Tore öffnen um zwei Uhr nachmittags. Bringen Sie Ihr Gepäck in Ihren Block, bevor Sie in die Halle gehen.',
        '## Essen',
        'Abendessen gibt es von sechs bis acht. Zeigen Sie in der Küche Ihren QR-Code.',
      ],
    },
    fr: {
      title: 'La première soirée de la conférence',
      summary: 'Quand les portes ouvrent, où laisser vos bagages, et ce qu’il y a à manger.',
      body: [
        '## Arriver',
        'Les portes ouvrent à deux heures de l’après-midi. Déposez vos bagages dans votre bloc avant d’aller à la salle.',
        '## Manger',
        'Le souper est de six à huit heures. Montrez votre code QR à la cuisine.',
      ],
    },
    pt: {
      title: 'A primeira noite da conferência',
      summary: 'Quando abrem os portões, onde deixar a bagagem e o que há para comer.',
      body: [
        '## Chegar',
        'Os portões abrem às duas da tarde. Deixe a bagagem no seu bloco antes de ir para o salão.',
        '## Comer',
        'O jantar é das seis às oito. Mostre o seu código QR na cozinha.',
      ],
    },
    comments: [],
    waiting: [],
  },
  {
    slug: 'what-to-bring',
    ago: null,
    en: {
      title: 'What to bring',
      summary: 'Bedding, medicine, your QR code: a short list for six days.',
      body: [
        'Nights by the sea are cool in January. Bring a bed sheet, a light blanket and a towel.',
        'Keep your QR code on the phone or on paper. The gate reads both, also without a network.',
      ],
    },
    de: {
      title: 'Was Sie mitbringen sollten',
      summary: 'Bettwäsche, Medikamente, Ihr QR-Code: eine kurze Liste für sechs Tage.',
      body: [
        'Die Nächte am Meer sind im Januar kühl. Bringen Sie ein Laken, eine leichte Decke und ein Handtuch mit.',
        'Halten Sie Ihren QR-Code auf dem Telefon oder auf Papier bereit. Der Einlass liest beides, auch ohne Netz.',
      ],
    },
    fr: {
      title: 'Ce qu’il faut apporter',
      summary: 'Literie, médicaments, votre code QR : une courte liste pour six jours.',
      body: [
        'Les nuits au bord de la mer sont fraîches en janvier. Apportez un drap, une couverture légère et une serviette.',
        'Gardez votre code QR sur le téléphone ou sur papier. L’entrée lit les deux, aussi sans réseau.',
      ],
    },
    pt: {
      title: 'O que trazer',
      summary: 'Roupa de cama, medicamentos, o seu código QR: uma lista curta para seis dias.',
      body: [
        'As noites junto ao mar são frescas em janeiro. Traga um lençol, uma manta leve e uma toalha.',
        'Tenha o código QR no telemóvel ou em papel. À entrada lê-se um e outro, mesmo sem rede.',
      ],
    },
    comments: [],
    waiting: [],
  },
]

interface Entry {
  readonly by: 'person' | 'staff' | 'note'
  readonly says: string
}
interface Ticket {
  readonly subject: string
  readonly category: string
  readonly status: 'open' | 'pending' | 'completed'
  readonly said: readonly Entry[]
}

export const TICKETS: readonly Ticket[] = [
  {
    subject: 'My phone number has changed',
    category: 'account',
    status: 'open',
    said: [{ by: 'person', says: 'Good morning, I lost my SIM card. The code goes to the old number. What can I do?' }],
  },
  {
    subject: 'Paid twice by mobile money',
    category: 'payment',
    status: 'pending',
    said: [
      { by: 'person', says: 'The first payment said failed, so I paid again. Now both have left my wallet.' },
      { by: 'note', says: 'I see one payment only. Ask for the id before we write to the provider.' },
      {
        by: 'staff',
        says: 'Thank you for writing. I can see one payment. Please send the transaction id of the other.',
      },
    ],
  },
  {
    subject: 'Letter of invitation for a visa',
    category: 'travel',
    status: 'completed',
    said: [
      { by: 'person', says: 'Bonjour, il me faut une lettre d’invitation pour la conférence.' },
      { by: 'staff', says: 'Bonjour, la lettre est partie aujourd’hui par courriel. Bon voyage !' },
    ],
  },
  {
    subject: 'Can my sister share my room?',
    category: 'rooms',
    status: 'open',
    said: [
      { by: 'person', says: 'She is registered too. We would like to be in one room, please.' },
      { by: 'staff', says: 'Is she in the same category? Otherwise the price of her room changes.' },
      { by: 'person', says: 'Yes, she is. Thank you!' },
      { by: 'note', says: 'Both Standard, Canaan Block. Room 12 has two beds: keep it for them?' },
    ],
  },
]

export const SAVED_REPLIES = [
  {
    name: 'Transaction id, please',
    texts: {
      en: 'Dear {name},\n\nthank you for writing. Please send us the transaction id of the payment. It is in the message from your network.',
      de: 'Guten Tag {name},\n\ndanke für Ihre Nachricht. Bitte senden Sie uns die Transaktionsnummer der Zahlung. Sie steht in der Nachricht Ihres Anbieters.',
      fr: 'Bonjour {name},\n\nmerci de nous avoir écrit. Envoyez-nous s’il vous plaît le numéro de transaction du paiement. Il figure dans le message de votre opérateur.',
      pt: 'Bom dia, {name},\n\nobrigado pela sua mensagem. Envie-nos, por favor, o número da transação do pagamento. Está na mensagem da sua operadora.',
    },
  },
  {
    name: 'Rooms are not given out yet',
    texts: {
      en: 'Dear {name},\n\nwe give out the rooms about ten days before the event. You will get a message.',
      de: 'Guten Tag {name},\n\nwir vergeben die Zimmer etwa zehn Tage vor der Veranstaltung. Sie bekommen dann eine Nachricht.',
      fr: 'Bonjour {name},\n\nnous attribuons les chambres une dizaine de jours avant l’événement. Vous recevrez un message.',
      pt: 'Bom dia, {name},\n\natribuímos os quartos cerca de dez dias antes do evento. Receberá uma mensagem.',
    },
  },
]
