type Said = Readonly<Record<string, readonly [de: string, fr: string, pt: string]>>

/** What the demo church calls those who come, and those who serve. */
const PEOPLE: Said = {
  Delegate: ['Delegierte', 'Délégué', 'Delegado'],
  'Sent by an assembly, district or area.': [
    'Von einer Gemeinde, einem Distrikt oder Gebiet gesandt.',
    'Envoyé par une assemblée, un district ou une zone.',
    'Enviado por uma assembleia, um distrito ou uma área.',
  ],
  Minister: ['Prediger', 'Ministre', 'Ministro'],
  'Ordained ministers.': ['Ordinierte Prediger.', 'Ministres ordonnés.', 'Ministros ordenados.'],
  'Minister’s wife': ['Frau eines Predigers', 'Épouse de ministre', 'Esposa de ministro'],
  'Registers on her own account.': [
    'Meldet sich mit eigenem Konto an.',
    'S’inscrit avec son propre compte.',
    'Inscreve-se com a sua própria conta.',
  ],
  'International delegate': ['Delegierte aus dem Ausland', 'Délégué international', 'Delegado internacional'],
  'Travels from another country.': ['Reist aus einem anderen Land an.', 'Vient d’un autre pays.', 'Vem de outro país.'],
  Student: ['Studierende', 'Étudiant', 'Estudante'],
  'With a valid student card.': [
    'Mit gültigem Studierendenausweis.',
    'Avec une carte d’étudiant valable.',
    'Com cartão de estudante válido.',
  ],
  Visitor: ['Gast', 'Visiteur', 'Visitante'],
  'Not a member of the church.': [
    'Nicht Mitglied der Kirche.',
    'N’est pas membre de l’église.',
    'Não é membro da igreja.',
  ],
  Volunteer: ['Helferin oder Helfer', 'Bénévole', 'Voluntário'],
  'Serves on a committee.': ['Arbeitet in einem Komitee mit.', 'Sert dans un comité.', 'Serve numa comissão.'],
  'Child, 4 to 12': ['Kind, 4 bis 12', 'Enfant, 4 à 12 ans', 'Criança, 4 a 12 anos'],
  'Comes with a grown-up of the same reservation.': [
    'Kommt mit einem Erwachsenen derselben Reservierung.',
    'Vient avec un adulte de la même réservation.',
    'Vem com um adulto da mesma reserva.',
  ],
  Planning: ['Planung', 'Planification', 'Planeamento'],
  'Keeps the programme and the calendar.': [
    'Führt Programm und Kalender.',
    'Tient le programme et le calendrier.',
    'Cuida do programa e do calendário.',
  ],
  Secretariat: ['Sekretariat', 'Secrétariat', 'Secretariado'],
  'Registration, badges and letters.': [
    'Anmeldung, Namensschilder und Briefe.',
    'Inscription, badges et courrier.',
    'Inscrição, crachás e cartas.',
  ],
  Accommodation: ['Unterkunft', 'Hébergement', 'Alojamento'],
  'Rooms, keys and bedding.': [
    'Zimmer, Schlüssel und Bettzeug.',
    'Chambres, clés et literie.',
    'Quartos, chaves e roupa de cama.',
  ],
  Catering: ['Verpflegung', 'Restauration', 'Refeições'],
  'Meals, water and the dining hall.': [
    'Mahlzeiten, Wasser und Speisesaal.',
    'Repas, eau et réfectoire.',
    'Refeições, água e refeitório.',
  ],
  Protocol: ['Empfang', 'Protocole', 'Protocolo'],
  'Receives guests and seats them.': [
    'Empfängt Gäste und führt sie an ihren Platz.',
    'Accueille les invités et les place.',
    'Recebe os convidados e indica-lhes o lugar.',
  ],
  Ushering: ['Saaldienst', 'Service de salle', 'Serviço de sala'],
  'Order in the auditorium.': ['Ordnung im Saal.', 'L’ordre dans l’auditorium.', 'A ordem no auditório.'],
  Medical: ['Medizin', 'Santé', 'Saúde'],
  'First aid and the clinic.': [
    'Erste Hilfe und Krankenstation.',
    'Premiers secours et infirmerie.',
    'Primeiros socorros e enfermaria.',
  ],
  Security: ['Sicherheit', 'Sécurité', 'Segurança'],
  'Gates, car park and night watch.': [
    'Tore, Parkplatz und Nachtwache.',
    'Portails, parking et veille de nuit.',
    'Portões, estacionamento e vigia noturna.',
  ],
  Transport: ['Transport', 'Transport', 'Transporte'],
  'Buses, arrivals and departures.': [
    'Busse, Ankunft und Abreise.',
    'Cars, arrivées et départs.',
    'Autocarros, chegadas e partidas.',
  ],
  Media: ['Medien', 'Médias', 'Média'],
  'Sound, pictures and the live stream.': [
    'Ton, Bilder und Livestream.',
    'Son, images et diffusion en direct.',
    'Som, imagem e transmissão ao vivo.',
  ],
  Music: ['Musik', 'Musique', 'Música'],
  'Worship teams and choirs.': [
    'Lobpreisgruppen und Chöre.',
    'Groupes de louange et chorales.',
    'Grupos de louvor e coros.',
  ],
  Prayer: ['Gebet', 'Prière', 'Oração'],
  'Intercession before and during the event.': [
    'Fürbitte vor und während der Veranstaltung.',
    'Intercession avant et pendant l’événement.',
    'Intercessão antes e durante o evento.',
  ],
  Finance: ['Finanzen', 'Finances', 'Finanças'],
  'Offerings, fees and the cash desk.': [
    'Kollekten, Beiträge und Kasse.',
    'Offrandes, frais et caisse.',
    'Ofertas, taxas e caixa.',
  ],
  Sanitation: ['Sauberkeit', 'Propreté', 'Limpeza'],
  'Washrooms, grounds and waste.': [
    'Waschräume, Gelände und Abfall.',
    'Sanitaires, terrain et déchets.',
    'Casas de banho, recinto e lixo.',
  ],
  'Apostle Dr.': ['Apostel Dr.', 'Apôtre Dr', 'Apóstolo Dr.'],
  Mrs: ['Frau', 'Mme', 'Sra.'],
  Dr: ['Dr.', 'Dr', 'Dra.'],
  'Chairman of the church': ['Vorsitzender der Kirche', 'Président de l’église', 'Presidente da igreja'],
  'Paediatrician, Cape Coast': ['Kinderärztin, Cape Coast', 'Pédiatre, Cape Coast', 'Pediatra, Cape Coast'],
  'National Head, Angola': ['Landesleiter, Angola', 'Responsable national, Angola', 'Responsável nacional, Angola'],
  'Opoku Agyeman has led the church for six years. He was a district pastor in Bawku and Takoradi and teaches the letters of Paul.':
    [
      'Opoku Agyeman leitet die Kirche seit sechs Jahren. Er war Distriktpastor in Bawku und Takoradi und lehrt die Briefe des Paulus.',
      'Opoku Agyeman dirige l’église depuis six ans. Il a été pasteur de district à Bawku et à Takoradi et enseigne les épîtres de Paul.',
      'Opoku Agyeman dirige a igreja há seis anos. Foi pastor distrital em Bawku e Takoradi e ensina as cartas de Paulo.',
    ],
  'Nathaniel Quaye trained as an accountant before he was called. He writes on stewardship and the care of money.': [
    'Nathaniel Quaye war Buchhalter, bevor er berufen wurde. Er schreibt über Haushalterschaft und den Umgang mit Geld.',
    'Nathaniel Quaye était comptable avant d’être appelé. Il écrit sur la gestion fidèle et le soin de l’argent.',
    'Nathaniel Quaye era contabilista antes de ser chamado. Escreve sobre mordomia e o cuidado do dinheiro.',
  ],
  'Deborah Amegashie runs the church’s schools for seamstresses in four regions and speaks about families.': [
    'Deborah Amegashie leitet die Nähschulen der Kirche in vier Regionen und spricht über Familien.',
    'Deborah Amegashie dirige les écoles de couture de l’église dans quatre régions et parle de la famille.',
    'Deborah Amegashie dirige as escolas de costura da igreja em quatro regiões e fala sobre a família.',
  ],
  'Samuel Awuni planted assemblies along the northern border and in Burkina Faso.': [
    'Samuel Awuni hat Gemeinden an der Nordgrenze und in Burkina Faso gegründet.',
    'Samuel Awuni a fondé des assemblées le long de la frontière nord et au Burkina Faso.',
    'Samuel Awuni fundou assembleias ao longo da fronteira norte e no Burquina Faso.',
  ],
  'Joyce Koomson works at the regional hospital and leads the medical committee of the conventions.': [
    'Joyce Koomson arbeitet im Regionalkrankenhaus und leitet das medizinische Komitee der Tagungen.',
    'Joyce Koomson travaille à l’hôpital régional et dirige le comité médical des conventions.',
    'Joyce Koomson trabalha no hospital regional e dirige a comissão médica das convenções.',
  ],
  'Caleb Boateng plays the trumpet, and visits universities and technical schools all over Ghana.': [
    'Caleb Boateng spielt Trompete und besucht Universitäten und technische Schulen in ganz Ghana.',
    'Caleb Boateng joue de la trompette et visite les universités et écoles techniques de tout le Ghana.',
    'Caleb Boateng toca trompete e visita universidades e escolas técnicas em todo o Gana.',
  ],
  'Henrique Domingos has served in Luanda since 2009 and preaches in Portuguese and French.': [
    'Henrique Domingos dient seit 2009 in Luanda und predigt auf Portugiesisch und Französisch.',
    'Henrique Domingos sert à Luanda depuis 2009 et prêche en portugais et en français.',
    'Henrique Domingos serve em Luanda desde 2009 e prega em português e francês.',
  ],
  'Sena Tsikata trains lay preachers and runs the radio programme “Good Morning, Neighbour”.': [
    'Sena Tsikata bildet Laienprediger aus und gestaltet die Radiosendung „Guten Morgen, Nachbar“.',
    'Sena Tsikata forme des prédicateurs laïcs et anime l’émission de radio « Bonjour, voisin ».',
    'Sena Tsikata forma pregadores leigos e apresenta o programa de rádio «Bom dia, vizinho».',
  ],
}

/** What it sells. */
const SALE: Said = {
  'Breakfast and two warm meals, Ghanaian home cooking.': [
    'Frühstück und zwei warme Mahlzeiten, ghanaische Hausmannskost.',
    'Petit-déjeuner et deux repas chauds, cuisine ghanéenne de famille.',
    'Pequeno-almoço e duas refeições quentes, cozinha caseira ganesa.',
  ],
  'Fish, kenkey and grilled food by the sea; three meals a day.': [
    'Fisch, Kenkey und Gegrilltes am Meer; drei Mahlzeiten am Tag.',
    'Poisson, kenkey et grillades au bord de la mer ; trois repas par jour.',
    'Peixe, kenkey e grelhados à beira-mar; três refeições por dia.',
  ],
  'Vegetables from the house’s own garden, light evening meals.': [
    'Gemüse aus dem eigenen Garten, leichtes Abendessen.',
    'Légumes du jardin de la maison, repas du soir légers.',
    'Legumes da horta da casa, jantares leves.',
  ],
  'Large kitchens for thousands of guests; halal on request.': [
    'Große Küchen für Tausende von Gästen; halal auf Wunsch.',
    'Grandes cuisines pour des milliers d’invités ; halal sur demande.',
    'Cozinhas grandes para milhares de convidados; halal a pedido.',
  ],
  'Conference cloth': ['Konferenzstoff', 'Pagne de la conférence', 'Pano da conferência'],
  'Printed wax cotton with this year’s theme.': [
    'Bedruckte Wachsbaumwolle mit dem Thema des Jahres.',
    'Coton wax imprimé au thème de l’année.',
    'Algodão estampado com o tema do ano.',
  ],
  '2 yards': ['2 Yards', '2 yards', '2 jardas'],
  '4 yards': ['4 Yards', '4 yards', '4 jardas'],
  '6 yards': ['6 Yards', '6 yards', '6 jardas'],
  'T-shirt': ['T-Shirt', 'T-shirt', 'T-shirt'],
  'Cotton, with the event’s emblem.': [
    'Baumwolle, mit dem Zeichen der Veranstaltung.',
    'Coton, avec l’emblème de l’événement.',
    'Algodão, com o emblema do evento.',
  ],
  S: ['S', 'S', 'S'],
  M: ['M', 'M', 'M'],
  L: ['L', 'L', 'L'],
  XL: ['XL', 'XL', 'XL'],
  XXL: ['XXL', 'XXL', 'XXL'],
  'Study Bible': ['Studienbibel', 'Bible d’étude', 'Bíblia de estudo'],
  'With notes and maps.': ['Mit Anmerkungen und Karten.', 'Avec notes et cartes.', 'Com notas e mapas.'],
  English: ['Englisch', 'Anglais', 'Inglês'],
  'Asante Twi': ['Asante-Twi', 'Twi asante', 'Twi asante'],
  Ewe: ['Ewe', 'Éwé', 'Ewe'],
  French: ['Französisch', 'Français', 'Francês'],
  'Hymn book': ['Gesangbuch', 'Recueil de cantiques', 'Hinário'],
  'The church’s songs in six languages.': [
    'Die Lieder der Kirche in sechs Sprachen.',
    'Les chants de l’église en six langues.',
    'Os cânticos da igreja em seis línguas.',
  ],
  Words: ['Text', 'Paroles', 'Letra'],
  'Words and music': ['Text und Noten', 'Paroles et musique', 'Letra e música'],
  'Coach seat': ['Platz im Reisebus', 'Place en car', 'Lugar no autocarro'],
  'Return journey from the area office.': [
    'Hin- und Rückfahrt ab dem Gebietsbüro.',
    'Aller-retour depuis le bureau de la zone.',
    'Ida e volta a partir do escritório da área.',
  ],
  'From Kumasi': ['Ab Kumasi', 'De Kumasi', 'De Kumasi'],
  'From Takoradi': ['Ab Takoradi', 'De Takoradi', 'De Takoradi'],
  'From Ho': ['Ab Ho', 'De Ho', 'De Ho'],
  'From Tamale': ['Ab Tamale', 'De Tamale', 'De Tamale'],
  'Bring your student card': [
    'Bringen Sie Ihren Studierendenausweis mit',
    'Apportez votre carte d’étudiant',
    'Traga o seu cartão de estudante',
  ],
  'From breakfast on Saturday': [
    'Ab dem Frühstück am Samstag',
    'À partir du petit-déjeuner de samedi',
    'A partir do pequeno-almoço de sábado',
  ],
  'Members of the church': ['Mitglieder der Kirche', 'Membres de l’église', 'Membros da igreja'],
  'Everybody is welcome': ['Alle sind willkommen', 'Tout le monde est bienvenu', 'Todos são bem-vindos'],
  'Sent by an assembly, district or area': [
    'Von einer Gemeinde, einem Distrikt oder Gebiet gesandt',
    'Envoyé par une assemblée, un district ou une zone',
    'Enviado por uma assembleia, um distrito ou uma área',
  ],
  'With transfer from Kotoka airport': [
    'Mit Abholung vom Flughafen Kotoka',
    'Avec transfert depuis l’aéroport de Kotoka',
    'Com transporte do aeroporto de Kotoka',
  ],
  'Breakfast, lunch and supper': [
    'Frühstück, Mittag- und Abendessen',
    'Petit-déjeuner, déjeuner et dîner',
    'Pequeno-almoço, almoço e jantar',
  ],
  'Three meals, fish every day': [
    'Drei Mahlzeiten, jeden Tag Fisch',
    'Trois repas, du poisson tous les jours',
    'Três refeições, peixe todos os dias',
  ],
  'A person; a couple pays for two': [
    'Pro Person; ein Paar zahlt für zwei',
    'Par personne ; un couple paie pour deux',
    'Por pessoa; um casal paga por dois',
  ],
  'Elders and deacons with their wives': [
    'Älteste und Diakone mit ihren Frauen',
    'Anciens et diacres avec leurs épouses',
    'Presbíteros e diáconos com as esposas',
  ],
  'All meals': ['Alle Mahlzeiten', 'Tous les repas', 'Todas as refeições'],
}

/** What happens there, and where. */
const PROGRAMME: Said = {
  'Lead where you are': ['Leiten, wo du bist', 'Conduire là où l’on est', 'Liderar onde se está'],
  'Questions nobody asks aloud': [
    'Fragen, die niemand laut stellt',
    'Les questions que personne ne pose à voix haute',
    'Perguntas que ninguém faz em voz alta',
  ],
  'Good morning, neighbour': ['Guten Morgen, Nachbar', 'Bonjour, voisin', 'Bom dia, vizinho'],
  Watchmen: ['Wächter', 'Sentinelles', 'Sentinelas'],
  'Seek the peace of the city': [
    'Sucht den Frieden der Stadt',
    'Recherchez la paix de la ville',
    'Procurem a paz da cidade',
  ],
  'Rooted and built up': ['Verwurzelt und aufgebaut', 'Enracinés et édifiés', 'Enraizados e edificados'],
  'Money that can be shown': [
    'Geld, das man zeigen kann',
    'De l’argent que l’on peut montrer',
    'Dinheiro que se pode mostrar',
  ],
  'Homes that hold': ['Häuser, die halten', 'Des foyers qui tiennent', 'Lares que resistem'],
  'A church in three languages': [
    'Eine Kirche in drei Sprachen',
    'Une église en trois langues',
    'Uma igreja em três línguas',
  ],
  'Where no road goes': ['Wohin keine Straße führt', 'Là où aucune route ne mène', 'Onde não chega a estrada'],
  'The state of the church': ['Die Lage der Kirche', 'L’état de l’église', 'O estado da igreja'],
  'The accounts': ['Die Rechnung', 'Les comptes', 'As contas'],
  'Say it in the market': ['Sag es auf dem Markt', 'Dis-le au marché', 'Diz no mercado'],
  'What we never said': ['Was wir nie gesagt haben', 'Ce que nous n’avons jamais dit', 'O que nunca dissemos'],
  'Tired, and married': ['Müde und verheiratet', 'Fatigués et mariés', 'Cansados e casados'],
  'Hands that work': ['Hände, die arbeiten', 'Des mains qui travaillent', 'Mãos que trabalham'],
  'Look after the one who looks after all': [
    'Wer für alle sorgt, braucht auch Fürsorge',
    'Prendre soin de celle qui prend soin de tous',
    'Cuidar de quem cuida de todos',
  ],
  'Arrival and walk through the gardens': [
    'Ankunft und Gang durch die Gärten',
    'Arrivée et promenade dans les jardins',
    'Chegada e passeio pelos jardins',
  ],
  'First evening': ['Erster Abend', 'Première soirée', 'Primeira noite'],
  'Prayer on the hill': ['Gebet auf dem Hügel', 'Prière sur la colline', 'Oração na colina'],
  'Bible study in groups': ['Bibelarbeit in Gruppen', 'Étude biblique en groupes', 'Estudo bíblico em grupos'],
  Games: ['Spiele', 'Jeux', 'Jogos'],
  'Fire and songs': ['Feuer und Lieder', 'Feu et chants', 'Fogueira e cânticos'],
  'Sunday service': ['Sonntagsgottesdienst', 'Culte du dimanche', 'Culto de domingo'],
  'Doors open': ['Einlass', 'Ouverture des portes', 'Abertura das portas'],
  'Opening night': ['Eröffnungsabend', 'Soirée d’ouverture', 'Noite de abertura'],
  'Dawn prayer': ['Gebet im Morgengrauen', 'Prière de l’aube', 'Oração da madrugada'],
  'Prayer for schools and hospitals': [
    'Gebet für Schulen und Krankenhäuser',
    'Prière pour les écoles et les hôpitaux',
    'Oração pelas escolas e hospitais',
  ],
  'Prayer for families': ['Gebet für Familien', 'Prière pour les familles', 'Oração pelas famílias'],
  'Arrival, keys and badges': [
    'Ankunft, Schlüssel und Namensschilder',
    'Arrivée, clés et badges',
    'Chegada, chaves e crachás',
  ],
  'Opening service': ['Eröffnungsgottesdienst', 'Culte d’ouverture', 'Culto de abertura'],
  'Morning prayer': ['Morgengebet', 'Prière du matin', 'Oração da manhã'],
  'Teaching: rooted and built up': [
    'Lehre: verwurzelt und aufgebaut',
    'Enseignement : enracinés et édifiés',
    'Ensino: enraizados e edificados',
  ],
  'Evening worship': ['Lobpreisabend', 'Soirée de louange', 'Noite de louvor'],
  'Teaching: money that can be shown': [
    'Lehre: Geld, das man zeigen kann',
    'Enseignement : de l’argent que l’on peut montrer',
    'Ensino: dinheiro que se pode mostrar',
  ],
  'Ministers’ wives: homes that hold': [
    'Frauen der Prediger: Häuser, die halten',
    'Épouses de ministres : des foyers qui tiennent',
    'Esposas de ministros: lares que resistem',
  ],
  'Missions night': ['Missionsabend', 'Soirée missionnaire', 'Noite de missões'],
  'Reports of the areas': ['Berichte der Gebiete', 'Rapports des zones', 'Relatórios das áreas'],
  'The plan for next year': [
    'Der Plan für das nächste Jahr',
    'Le plan de l’année prochaine',
    'O plano para o próximo ano',
  ],
  'Communion service': ['Abendmahlsgottesdienst', 'Culte de sainte cène', 'Culto da santa ceia'],
  'Closing service': ['Abschlussgottesdienst', 'Culte de clôture', 'Culto de encerramento'],
  'Opening and roll call': ['Eröffnung und Aufruf', 'Ouverture et appel', 'Abertura e chamada'],
  Accounts: ['Rechnungslegung', 'Comptes', 'Contas'],
  'New districts and transfers': [
    'Neue Distrikte und Versetzungen',
    'Nouveaux districts et mutations',
    'Novos distritos e transferências',
  ],
  'Ordination service': ['Ordinationsgottesdienst', 'Culte d’ordination', 'Culto de ordenação'],
  'How to begin a conversation': [
    'Wie man ein Gespräch beginnt',
    'Comment engager une conversation',
    'Como começar uma conversa',
  ],
  Arrival: ['Ankunft', 'Arrivée', 'Chegada'],
  'Supper together': ['Gemeinsames Abendessen', 'Dîner ensemble', 'Jantar em conjunto'],
  'Walk for two': ['Spaziergang zu zweit', 'Promenade à deux', 'Passeio a dois'],
  'Evening with candles': ['Abend bei Kerzenlicht', 'Soirée aux bougies', 'Noite à luz das velas'],
  'Blessing and departure': ['Segen und Abreise', 'Bénédiction et départ', 'Bênção e partida'],
  Opening: ['Eröffnung', 'Ouverture', 'Abertura'],
  'Trades and savings': ['Handwerk und Ersparnisse', 'Métiers et épargne', 'Ofícios e poupança'],
  'Health screening': ['Gesundheitsuntersuchung', 'Dépistage médical', 'Rastreio de saúde'],
  Market: ['Markt', 'Marché', 'Mercado'],
  'Garden gate': ['Gartentor', 'Portail du jardin', 'Portão do jardim'],
  Chapel: ['Kapelle', 'Chapelle', 'Capela'],
  Viewpoint: ['Aussichtspunkt', 'Belvédère', 'Miradouro'],
  Garden: ['Garten', 'Jardin', 'Jardim'],
  Meadow: ['Wiese', 'Pré', 'Prado'],
  Fireplace: ['Feuerstelle', 'Foyer', 'Fogueira'],
  'Main gate': ['Haupttor', 'Portail principal', 'Portão principal'],
  'Main auditorium': ['Großer Saal', 'Grand auditorium', 'Auditório principal'],
  'Registration hall': ['Anmeldehalle', 'Hall d’inscription', 'Sala de inscrição'],
  'Halls 2 to 4': ['Säle 2 bis 4', 'Salles 2 à 4', 'Salas 2 a 4'],
  'Hall 2': ['Saal 2', 'Salle 2', 'Sala 2'],
  'Hall 3': ['Saal 3', 'Salle 3', 'Sala 3'],
  'Hermon House': ['Haus Hermon', 'Maison Hermon', 'Casa Hermon'],
  'Dining room': ['Speisesaal', 'Salle à manger', 'Sala de jantar'],
  'Botanical gardens': ['Botanischer Garten', 'Jardin botanique', 'Jardim botânico'],
  Clinic: ['Krankenstation', 'Infirmerie', 'Enfermaria'],
  'Car park': ['Parkplatz', 'Parking', 'Parque de estacionamento'],
  Gate: ['Einlass', 'Entrée', 'Portão'],
  'Shuttle from Tema': ['Pendelbus aus Tema', 'Navette de Tema', 'Vaivém de Tema'],
  'Coach to Kumasi': ['Bus nach Kumasi', 'Car pour Kumasi', 'Autocarro para Kumasi'],
}

/** What it writes about its events, without their years. */
const EVENTS: Said = {
  'Youth Leaders’ Camp': [
    'Freizeit der Jugendleiter',
    'Camp des responsables de jeunesse',
    'Acampamento de líderes de jovens',
  ],
  'A weekend in the hills for those who lead young people: forty-eight beds, one fire, no telephones after nine.': [
    'Ein Wochenende in den Hügeln für alle, die junge Leute leiten: achtundvierzig Betten, ein Feuer, keine Telefone nach neun.',
    'Un week-end dans les collines pour ceux qui conduisent des jeunes : quarante-huit lits, un feu, plus de téléphones après neuf heures.',
    'Um fim de semana nas colinas para quem lidera jovens: quarenta e oito camas, uma fogueira, nada de telefones depois das nove.',
  ],
  'We keep this camp small on purpose. Everybody who comes leads a group at home, or will soon.': [
    'Wir halten diese Freizeit mit Absicht klein. Alle, die kommen, leiten zu Hause eine Gruppe oder werden es bald tun.',
    'Nous gardons ce camp petit à dessein. Tous ceux qui viennent conduisent un groupe chez eux, ou le feront bientôt.',
    'Mantemos este acampamento pequeno de propósito. Todos os que vêm lideram um grupo em casa, ou em breve o farão.',
  ],
  'Friday begins with a walk through the botanical gardens. Saturday is for Bible study in groups of eight, games, and an evening by the fire. We travel home after lunch on Sunday.':
    [
      'Der Freitag beginnt mit einem Gang durch den botanischen Garten. Am Samstag gibt es Bibelarbeit in Gruppen zu acht, Spiele und einen Abend am Feuer. Am Sonntag fahren wir nach dem Mittagessen heim.',
      'Le vendredi commence par une promenade dans le jardin botanique. Le samedi est consacré à l’étude biblique en groupes de huit, aux jeux et à une soirée autour du feu. Nous rentrons le dimanche après le déjeuner.',
      'A sexta-feira começa com um passeio pelo jardim botânico. O sábado é para estudo bíblico em grupos de oito, jogos e uma noite à volta da fogueira. Voltamos para casa no domingo, depois do almoço.',
    ],
  'When all places are taken you may join the waiting list: the person who waits longest is asked first, and has a day to answer.':
    [
      'Wenn alle Plätze vergeben sind, können Sie sich auf die Warteliste setzen lassen: Wer am längsten wartet, wird zuerst gefragt und hat einen Tag für die Antwort.',
      'Quand toutes les places sont prises, vous pouvez rejoindre la liste d’attente : la personne qui attend depuis le plus longtemps est appelée en premier et a un jour pour répondre.',
      'Quando todos os lugares estiverem ocupados, pode entrar na lista de espera: quem espera há mais tempo é perguntado primeiro e tem um dia para responder.',
    ],
  'This ticket and the health card of everybody under 18': [
    'Dieses Ticket und die Gesundheitskarte aller unter 18',
    'Ce billet et la carte de santé de chaque personne de moins de 18 ans',
    'Este bilhete e o cartão de saúde de todos os menores de 18 anos',
  ],
  'Main gate, then the key desk in Block Bethel. The gate opens at noon.': [
    'Haupttor, dann der Schlüsselschalter in Block Bethel. Das Tor öffnet um zwölf Uhr.',
    'Portail principal, puis le guichet des clés au bloc Bethel. Le portail ouvre à midi.',
    'Portão principal, depois o balcão das chaves no bloco Bethel. O portão abre ao meio-dia.',
  ],
  'Parents hand over the health card at the clinic tent, then the group leaders show the beds.': [
    'Eltern geben die Gesundheitskarte im Sanitätszelt ab, dann zeigen die Gruppenleiter die Betten.',
    'Les parents remettent la carte de santé à la tente médicale, puis les responsables de groupe montrent les lits.',
    'Os pais entregam o cartão de saúde na tenda médica; depois os responsáveis de grupo mostram as camas.',
  ],
  'Ring at Hermon House; the hosts show you your room and keep the keys until 10 in the evening.': [
    'Am Haus Hermon klingeln; die Gastgeber zeigen das Zimmer und haben die Schlüssel bis 22 Uhr.',
    'Sonnez à la maison Hermon ; les hôtes vous montrent la chambre et gardent les clés jusqu’à 22 heures.',
    'Toque à porta da casa Hermon; os anfitriões mostram o quarto e guardam as chaves até às 22 horas.',
  ],
  'Bible, notebook and pen': ['Bibel, Heft und Stift', 'Bible, cahier et stylo', 'Bíblia, caderno e caneta'],
  'Bed sheet, towel and mosquito spray': [
    'Bettlaken, Handtuch und Mückenspray',
    'Drap, serviette et spray antimoustiques',
    'Lençol, toalha e repelente de mosquitos',
  ],
  'A torch, and shoes for walking': [
    'Eine Taschenlampe und Schuhe zum Wandern',
    'Une lampe de poche et des chaussures de marche',
    'Uma lanterna e sapatos para caminhar',
  ],
  'National Prayer Summit': ['Nationaler Gebetsgipfel', 'Sommet national de prière', 'Cimeira Nacional de Oração'],
  'Four days of prayer for the nation. Entry is free; register so that we know how many chairs to put out.': [
    'Vier Tage Gebet für das Land. Der Eintritt ist frei; melden Sie sich an, damit wir wissen, wie viele Stühle wir stellen.',
    'Quatre jours de prière pour la nation. L’entrée est gratuite ; inscrivez-vous pour que nous sachions combien de chaises préparer.',
    'Quatro dias de oração pela nação. A entrada é livre; inscreva-se para sabermos quantas cadeiras pôr.',
  ],
  'Doors open an hour before each session. Show the QR code of your receipt at the gate, on the telephone or printed.':
    [
      'Einlass ist jeweils eine Stunde vorher. Zeigen Sie am Tor den QR-Code Ihrer Bestätigung, auf dem Telefon oder gedruckt.',
      'Les portes ouvrent une heure avant chaque réunion. Présentez à l’entrée le code QR de votre reçu, sur le téléphone ou imprimé.',
      'As portas abrem uma hora antes de cada sessão. Mostre no portão o código QR do seu recibo, no telefone ou impresso.',
    ],
  'There is no charge and no offering for entry. Meals, a T-shirt and a bed on the grounds can be ordered with the registration; water is free.':
    [
      'Der Eintritt kostet nichts. Mahlzeiten, ein T-Shirt und ein Bett auf dem Gelände können mit der Anmeldung bestellt werden; Wasser ist frei.',
      'L’entrée ne coûte rien. Les repas, un T-shirt et un lit sur place peuvent être commandés avec l’inscription ; l’eau est gratuite.',
      'A entrada não custa nada. Refeições, uma T-shirt e uma cama no recinto podem ser pedidas com a inscrição; a água é gratuita.',
    ],
  'Leaders’ Conference': ['Leiterkonferenz', 'Conférence des responsables', 'Conferência de Líderes'],
  'Five days of teaching, prayer and planning for ministers, elders and everybody who leads in an assembly, district or area.':
    [
      'Fünf Tage Lehre, Gebet und Planung für Prediger, Älteste und alle, die in einer Gemeinde, einem Distrikt oder Gebiet leiten.',
      'Cinq jours d’enseignement, de prière et de planification pour les ministres, les anciens et tous ceux qui conduisent une assemblée, un district ou une zone.',
      'Cinco dias de ensino, oração e planeamento para ministros, presbíteros e todos os que lideram numa assembleia, num distrito ou numa área.',
    ],
  'Once a year the whole church sits at one table. We hear what the areas have learnt, agree on the plan for the next twelve months, and pray for one another.':
    [
      'Einmal im Jahr sitzt die ganze Kirche an einem Tisch. Wir hören, was die Gebiete gelernt haben, einigen uns auf den Plan für die nächsten zwölf Monate und beten füreinander.',
      'Une fois par an, toute l’église est à la même table. Nous écoutons ce que les zones ont appris, nous convenons du plan des douze mois à venir et nous prions les uns pour les autres.',
      'Uma vez por ano, toda a igreja se senta à mesma mesa. Ouvimos o que as áreas aprenderam, acordamos o plano dos próximos doze meses e oramos uns pelos outros.',
    ],
  'Mornings belong to Bible teaching in the main auditorium, afternoons to workshops in small groups, evenings to worship. Ministers’ wives have their own programme on Wednesday.':
    [
      'Die Vormittage gehören der Bibellehre im großen Saal, die Nachmittage den Workshops in kleinen Gruppen, die Abende dem Lobpreis. Am Mittwoch haben die Frauen der Prediger ein eigenes Programm.',
      'Le matin est consacré à l’enseignement biblique dans le grand auditorium, l’après-midi aux ateliers en petits groupes, le soir à la louange. Le mercredi, les épouses de ministres ont leur propre programme.',
      'As manhãs são para o ensino bíblico no auditório principal, as tardes para oficinas em pequenos grupos, as noites para o louvor. Na quarta-feira, as esposas de ministros têm um programa próprio.',
    ],
  'You may stay on the grounds from Sunday evening to Saturday morning. Rooms are given out ten days before the conference; tell us if stairs are hard for you.':
    [
      'Sie können von Sonntagabend bis Samstagmorgen auf dem Gelände wohnen. Die Zimmer werden zehn Tage vor der Konferenz vergeben; sagen Sie uns, wenn Ihnen Treppen schwerfallen.',
      'Vous pouvez loger sur place du dimanche soir au samedi matin. Les chambres sont attribuées dix jours avant la conférence ; dites-nous si les escaliers vous sont difficiles.',
      'Pode ficar no recinto de domingo à noite a sábado de manhã. Os quartos são atribuídos dez dias antes da conferência; diga-nos se as escadas lhe custam.',
    ],
  'This ticket and a photo ID for each adult': [
    'Dieses Ticket und ein Lichtbildausweis für jeden Erwachsenen',
    'Ce billet et une pièce d’identité avec photo pour chaque adulte',
    'Este bilhete e um documento com fotografia de cada adulto',
  ],
  'Towel and mosquito spray; bed linen is there': [
    'Handtuch und Mückenspray; Bettwäsche ist da',
    'Serviette et spray antimoustiques ; les draps sont fournis',
    'Toalha e repelente de mosquitos; há roupa de cama',
  ],
  'Smart dress for the ordination': [
    'Festliche Kleidung für die Ordination',
    'Une tenue habillée pour l’ordination',
    'Traje formal para a ordenação',
  ],
  'General Council Meeting': ['Sitzung des Generalrats', 'Réunion du Conseil général', 'Reunião do Conselho Geral'],
  'The yearly meeting of the General Council: reports, accounts, ordinations and transfers.': [
    'Die jährliche Sitzung des Generalrats: Berichte, Rechnungen, Ordinationen und Versetzungen.',
    'La réunion annuelle du Conseil général : rapports, comptes, ordinations et mutations.',
    'A reunião anual do Conselho Geral: relatórios, contas, ordenações e transferências.',
  ],
  'Ministers and area representatives received the accounts of the year and decided on new districts.': [
    'Prediger und Vertreter der Gebiete nahmen die Jahresrechnung entgegen und beschlossen neue Distrikte.',
    'Les ministres et les représentants des zones ont reçu les comptes de l’année et décidé de nouveaux districts.',
    'Ministros e representantes das áreas receberam as contas do ano e decidiram sobre novos distritos.',
  ],
  'Evangelism Training': ['Schulung in Evangelisation', 'Formation à l’évangélisation', 'Formação em Evangelização'],
  'Five days of practice for lay preachers: market places, radio, hospital visits.': [
    'Fünf Tage Übung für Laienprediger: Marktplätze, Radio, Besuche im Krankenhaus.',
    'Cinq jours de pratique pour les prédicateurs laïcs : marchés, radio, visites à l’hôpital.',
    'Cinco dias de prática para pregadores leigos: mercados, rádio, visitas ao hospital.',
  ],
  'Programme and prices are still to be agreed with the Evangelism Ministry.': [
    'Programm und Preise müssen noch mit der Evangelisationsarbeit abgestimmt werden.',
    'Le programme et les prix restent à convenir avec le ministère de l’évangélisation.',
    'O programa e os preços ainda têm de ser acordados com o ministério de evangelização.',
  ],
  'Ministers’ Couples’ Retreat': [
    'Ehepaar-Retreat der Prediger',
    'Retraite des couples de ministres',
    'Retiro de Casais de Ministros',
  ],
  'Three nights for two in the hills above Accra. Eighteen couples, counsellors at hand, nobody preaches.': [
    'Drei Nächte zu zweit in den Hügeln über Accra. Achtzehn Paare, Seelsorger in der Nähe, niemand predigt.',
    'Trois nuits à deux dans les collines au-dessus d’Accra. Dix-huit couples, des conseillers à portée, personne ne prêche.',
    'Três noites a dois nas colinas sobre Acra. Dezoito casais, conselheiros por perto, ninguém prega.',
  ],
  'Come with your wife or your husband and leave the assembly to others for once. There are two talks a day; the rest of the time is yours.':
    [
      'Kommen Sie mit Ihrer Frau oder Ihrem Mann und überlassen Sie die Gemeinde einmal anderen. Am Tag gibt es zwei Vorträge; die übrige Zeit gehört Ihnen.',
      'Venez avec votre épouse ou votre époux et confiez pour une fois l’assemblée à d’autres. Il y a deux exposés par jour ; le reste du temps est à vous.',
      'Venha com a sua esposa ou o seu marido e deixe a assembleia por uma vez a outros. Há duas palestras por dia; o resto do tempo é vosso.',
    ],
  'Your request goes to the General Secretary’s office. Once it is approved you have three days to pay.': [
    'Ihre Anfrage geht an das Büro des Generalsekretärs. Sobald sie genehmigt ist, haben Sie drei Tage, um zu zahlen.',
    'Votre demande va au bureau du Secrétaire général. Une fois qu’elle est approuvée, vous avez trois jours pour payer.',
    'O seu pedido vai para o gabinete do Secretário-geral. Depois de aprovado, tem três dias para pagar.',
  ],
  'This ticket and a photo ID for each of you': [
    'Dieses Ticket und für beide ein Lichtbildausweis',
    'Ce billet et une pièce d’identité avec photo pour chacun',
    'Este bilhete e um documento com fotografia de cada um',
  ],
  'Bible and notebook': ['Bibel und Heft', 'Bible et cahier', 'Bíblia e caderno'],
  'Swimwear, and something warm for the evening': [
    'Badesachen und etwas Warmes für den Abend',
    'Un maillot de bain et quelque chose de chaud pour le soir',
    'Fato de banho e algo quente para a noite',
  ],
  'Women’s Ministry Convention': [
    'Tagung der Frauenarbeit',
    'Convention du ministère des femmes',
    'Convenção do Ministério das Mulheres',
  ],
  'Four days for the women of the church: teaching, trades, health, and a market on Saturday.': [
    'Vier Tage für die Frauen der Kirche: Lehre, Handwerk, Gesundheit und ein Markt am Samstag.',
    'Quatre jours pour les femmes de l’église : enseignement, métiers, santé et un marché le samedi.',
    'Quatro dias para as mulheres da igreja: ensino, ofícios, saúde e um mercado no sábado.',
  ],
  'Registration is paused while the programme of the market is agreed with the town. Reservations that stand remain valid.':
    [
      'Die Anmeldung ruht, bis das Programm des Markts mit der Stadt abgestimmt ist. Bestehende Reservierungen bleiben gültig.',
      'Les inscriptions sont suspendues le temps de convenir du programme du marché avec la ville. Les réservations existantes restent valables.',
      'As inscrições estão suspensas enquanto se acorda com a cidade o programa do mercado. As reservas existentes continuam válidas.',
    ],
  'Seamstresses, bakers and farmers show what they make; the medical committee offers free screening on Friday.': [
    'Näherinnen, Bäckerinnen und Bäuerinnen zeigen, was sie herstellen; das medizinische Komitee bietet am Freitag kostenlose Untersuchungen an.',
    'Couturières, boulangères et agricultrices montrent ce qu’elles font ; le comité médical propose un dépistage gratuit le vendredi.',
    'Costureiras, padeiras e agricultoras mostram o que fazem; a comissão médica oferece rastreios gratuitos na sexta-feira.',
  ],
  'This ticket and a photo ID': [
    'Dieses Ticket und ein Lichtbildausweis',
    'Ce billet et une pièce d’identité avec photo',
    'Este bilhete e um documento com fotografia',
  ],
  'Bible, hymn book and notebook': [
    'Bibel, Gesangbuch und Heft',
    'Bible, recueil de cantiques et cahier',
    'Bíblia, hinário e caderno',
  ],
  'White dress for Sunday': [
    'Ein weißes Kleid für den Sonntag',
    'Une robe blanche pour le dimanche',
    'Vestido branco para domingo',
  ],
}

/** What the demo church says about its events in German, French and Portuguese, by what it says in English. */
export const EVENT_WORDS: Said = { ...PEOPLE, ...SALE, ...PROGRAMME, ...EVENTS }
