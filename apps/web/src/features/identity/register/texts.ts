import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  lead: {
    en: 'One account for all events of {church}.',
    de: 'Ein Konto für alle Veranstaltungen von {church}.',
    fr: 'Un seul compte pour tous les événements de {church}.',
    pt: 'Uma só conta para todos os eventos de {church}.',
  },
  phone_hint: {
    en: 'We send a code to it, and your tickets if you like.',
    de: 'Dorthin senden wir einen Code und auf Wunsch Ihre Tickets.',
    fr: 'Nous y envoyons un code, et vos billets si vous le souhaitez.',
    pt: 'Enviamos um código e, se quiser, os seus bilhetes.',
  },
  terms: {
    en: 'I agree to the <terms>terms</terms> and the <privacy>privacy policy</privacy>',
    de: 'Ich stimme den <terms>Nutzungsbedingungen</terms> und der <privacy>Datenschutzerklärung</privacy> zu',
    fr: 'J’accepte les <terms>conditions</terms> et la <privacy>politique de confidentialité</privacy>',
    pt: 'Aceito os <terms>termos</terms> e a <privacy>política de privacidade</privacy>',
  },
  create: { en: 'Create account', de: 'Konto anlegen', fr: 'Créer le compte', pt: 'Criar conta' },
  have_account: { en: 'Have an account?', de: 'Schon ein Konto?', fr: 'Déjà un compte ?', pt: 'Já tem conta?' },
  closed_lead: {
    en: '{church} is not taking new accounts at the moment. If you have one, sign in as usual.',
    de: '{church} nimmt zurzeit keine neuen Konten an. Wenn Sie eines haben, melden Sie sich wie gewohnt an.',
    fr: '{church} n’accepte pas de nouveaux comptes pour le moment. Si vous en avez un, connectez-vous comme d’habitude.',
    pt: '{church} não aceita novas contas de momento. Se já tem uma, entre como habitualmente.',
  },
  closed_contact: {
    en: 'Questions? {contact}',
    de: 'Fragen? {contact}',
    fr: 'Des questions ? {contact}',
    pt: 'Dúvidas? {contact}',
  },
  see_events: { en: 'See the events', de: 'Veranstaltungen ansehen', fr: 'Voir les événements', pt: 'Ver os eventos' },

  success_lead: {
    en: 'One step is left: confirm that {email} is yours.',
    de: 'Ein Schritt fehlt noch: Bestätigen Sie, dass {email} Ihnen gehört.',
    fr: 'Il reste une étape : confirmez que {email} est bien à vous.',
    pt: 'Falta um passo: confirme que {email} é seu.',
  },
  success_plain: {
    en: 'One step is left: open the link in the e-mail we sent you.',
    de: 'Ein Schritt fehlt noch: Öffnen Sie den Link in der E-Mail, die wir Ihnen gesendet haben.',
    fr: 'Il reste une étape : ouvrez le lien de l’e-mail que nous vous avons envoyé.',
    pt: 'Falta um passo: abra a ligação no e-mail que lhe enviámos.',
  },
  step_mail: {
    en: 'Open the e-mail from {church} and tap the link.',
    de: 'Öffnen Sie die E-Mail von {church} und tippen Sie auf den Link.',
    fr: 'Ouvrez l’e-mail de {church} et touchez le lien.',
    pt: 'Abra o e-mail de {church} e toque na ligação.',
  },
  step_approval: {
    en: 'The office approves your account. We write to you.',
    de: 'Das Büro gibt Ihr Konto frei. Wir schreiben Ihnen.',
    fr: 'Le secrétariat approuve votre compte. Nous vous écrivons.',
    pt: 'A secretaria aprova a sua conta. Nós avisamos.',
  },
  step_sign_in: {
    en: 'Sign in and verify your phone.',
    de: 'Melden Sie sich an und bestätigen Sie Ihre Telefonnummer.',
    fr: 'Connectez-vous et vérifiez votre téléphone.',
    pt: 'Entre e verifique o seu telefone.',
  },
  no_mail: {
    en: 'No e-mail yet?',
    de: 'Noch keine E-Mail da?',
    fr: 'Pas encore d’e-mail ?',
    pt: 'Ainda não chegou o e-mail?',
  },

  confirm_lead: {
    en: 'We sent a link to {email}. Open it on this or any other device.',
    de: 'Wir haben einen Link an {email} gesendet. Öffnen Sie ihn auf diesem oder einem anderen Gerät.',
    fr: 'Nous avons envoyé un lien à {email}. Ouvrez-le sur cet appareil ou un autre.',
    pt: 'Enviámos uma ligação para {email}. Abra-a neste ou noutro dispositivo.',
  },
  confirm_hint: {
    en: 'Nothing there? Look in the spam folder. The link works for two days.',
    de: 'Nichts angekommen? Sehen Sie im Spam-Ordner nach. Der Link gilt zwei Tage.',
    fr: 'Rien reçu ? Regardez dans les indésirables. Le lien est valable deux jours.',
    pt: 'Não chegou nada? Veja na pasta de spam. A ligação é válida durante dois dias.',
  },
  send_mail_again: {
    en: 'Send the e-mail again',
    de: 'E-Mail erneut senden',
    fr: 'Renvoyer l’e-mail',
    pt: 'Enviar o e-mail de novo',
  },
  mail_sent: {
    en: 'If this address waits for its confirmation, a new e-mail is on its way.',
    de: 'Wenn diese Adresse noch auf die Bestätigung wartet, ist eine neue E-Mail unterwegs.',
    fr: 'Si cette adresse attend sa confirmation, un nouvel e-mail est en route.',
    pt: 'Se este endereço aguarda confirmação, um novo e-mail está a caminho.',
  },
  confirming: {
    en: 'Confirming your address',
    de: 'Ihre Adresse wird bestätigt',
    fr: 'Confirmation de votre adresse',
    pt: 'A confirmar o seu endereço',
  },
  confirm_failed: {
    en: 'This link has expired or was already used.',
    de: 'Dieser Link ist abgelaufen oder wurde bereits verwendet.',
    fr: 'Ce lien a expiré ou a déjà été utilisé.',
    pt: 'Esta ligação expirou ou já foi usada.',
  },
  confirm_failed_hint: {
    en: 'If you confirmed before, simply sign in. Otherwise have a new link sent.',
    de: 'Wenn Sie schon bestätigt haben, melden Sie sich einfach an. Sonst lassen Sie sich einen neuen Link senden.',
    fr: 'Si vous avez déjà confirmé, connectez-vous. Sinon, demandez un nouveau lien.',
    pt: 'Se já confirmou, basta entrar. Caso contrário, peça uma nova ligação.',
  },
  other_address: {
    en: 'Register with another address',
    de: 'Mit einer anderen Adresse registrieren',
    fr: 'S’inscrire avec une autre adresse',
    pt: 'Registar com outro endereço',
  },

  welcome_title: {
    en: 'Welcome to {church}',
    de: 'Willkommen bei {church}',
    fr: 'Bienvenue à {church}',
    pt: 'Boas-vindas a {church}',
  },
  welcome_lead: {
    en: 'Your e-mail address is confirmed. Sign in, and reserve your first spot.',
    de: 'Ihre E-Mail-Adresse ist bestätigt. Melden Sie sich an und reservieren Sie Ihren ersten Platz.',
    fr: 'Votre adresse e-mail est confirmée. Connectez-vous et réservez votre première place.',
    pt: 'O seu e-mail está confirmado. Entre e reserve o seu primeiro lugar.',
  },
  welcome_pending: {
    en: 'Your e-mail address is confirmed. The office still has to approve your account; we write to you then.',
    de: 'Ihre E-Mail-Adresse ist bestätigt. Das Büro muss Ihr Konto noch freigeben; dann schreiben wir Ihnen.',
    fr: 'Votre adresse e-mail est confirmée. Le secrétariat doit encore approuver votre compte ; nous vous écrirons.',
    pt: 'O seu e-mail está confirmado. A secretaria ainda tem de aprovar a sua conta; depois avisamos.',
  },
  welcome_changed: {
    en: 'Your e-mail address is confirmed.',
    de: 'Ihre E-Mail-Adresse ist bestätigt.',
    fr: 'Votre adresse e-mail est confirmée.',
    pt: 'O seu e-mail está confirmado.',
  },
  invitation_lead: {
    en: 'You are invited to help run {church}’s events. Choose a password to begin.',
    de: 'Sie sind eingeladen, die Veranstaltungen von {church} mitzuverwalten. Wählen Sie ein Passwort, um zu beginnen.',
    fr: 'Vous êtes invité à gérer les événements de {church}. Choisissez un mot de passe pour commencer.',
    pt: 'Foi convidado a ajudar a gerir os eventos de {church}. Escolha uma palavra-passe para começar.',
  },
  invitation_expired: {
    en: 'This invitation has expired or was already used. Ask the person who invited you for a new one.',
    de: 'Diese Einladung ist abgelaufen oder wurde bereits angenommen. Bitten Sie um eine neue.',
    fr: 'Cette invitation a expiré ou a déjà servi. Demandez-en une nouvelle.',
    pt: 'Este convite expirou ou já foi usado. Peça um novo.',
  },
  invitation_done: {
    en: 'Your account is ready. Please sign in.',
    de: 'Ihr Konto ist bereit. Bitte melden Sie sich an.',
    fr: 'Votre compte est prêt. Connectez-vous.',
    pt: 'A sua conta está pronta. Entre, por favor.',
  },
})
