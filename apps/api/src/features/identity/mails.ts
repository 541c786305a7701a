import { defineTexts, type Language, type Translated } from '@shiloh/contract/core'
import { z } from 'zod'
import { noticeTemplate, type Template, type Templates, template } from '#platform/messaging/templates'
import { translate } from '#platform/text/texts'

/** What somebody hears of a title that the office confirms; also in the app. */
const titleTexts = defineTexts({
  confirmed_subject: {
    en: 'Your title is confirmed: {title}',
    de: 'Ihr Titel ist bestätigt: {title}',
    fr: 'Votre titre est confirmé : {title}',
    pt: 'O seu título foi confirmado: {title}',
  },
  confirmed_body: {
    en: 'The office has confirmed it. What is open to this title is open to you now.',
    de: 'Das Büro hat ihn bestätigt. Was diesem Titel offensteht, steht jetzt auch Ihnen offen.',
    fr: 'Le secrétariat l’a confirmé. Ce qui est ouvert à ce titre vous est ouvert désormais.',
    pt: 'A secretaria confirmou-o. O que está aberto a este título já está aberto para si.',
  },
  declined_subject: {
    en: 'Your title was not confirmed: {title}',
    de: 'Ihr Titel wurde nicht bestätigt: {title}',
    fr: 'Votre titre n’a pas été confirmé : {title}',
    pt: 'O seu título não foi confirmado: {title}',
  },
  declined_body: {
    en: 'The reason: “{reason}”. Please choose the title that you bear in your account, or ask the office.',
    de: 'Der Grund: „{reason}“. Bitte wählen Sie in Ihrem Konto den Titel, den Sie tragen, oder fragen Sie das Büro.',
    fr: 'Le motif : « {reason} ». Choisissez dans votre compte le titre que vous portez, ou adressez-vous au secrétariat.',
    pt: 'O motivo: «{reason}». Escolha na sua conta o título que tem, ou pergunte à secretaria.',
  },
})

const texts = defineTexts({
  hello_all: { en: 'Hello,', de: 'Guten Tag,', fr: 'Bonjour,', pt: 'Olá,' },
  hello: { en: 'Dear {name},', de: 'Guten Tag {name},', fr: 'Bonjour {name},', pt: 'Olá {name},' },
  not_you: {
    en: 'If this was not you, you can ignore this message. Nothing changes.',
    de: 'Falls Sie das nicht waren, können Sie diese Nachricht ignorieren. Es ändert sich nichts.',
    fr: 'Si ce n’était pas vous, ignorez ce message. Rien ne change.',
    pt: 'Se não foi você, ignore esta mensagem. Nada muda.',
  },
  act_now: {
    en: 'If this was not you, set a new password at once and tell the office.',
    de: 'Falls Sie das nicht waren, setzen Sie sofort ein neues Passwort und informieren Sie das Büro.',
    fr: 'Si ce n’était pas vous, changez aussitôt de mot de passe et prévenez le secrétariat.',
    pt: 'Se não foi você, defina já uma nova palavra-passe e avise a secretaria.',
  },
  confirm_subject: {
    en: 'Confirm your e-mail address',
    de: 'Bestätigen Sie Ihre E-Mail-Adresse',
    fr: 'Confirmez votre adresse e-mail',
    pt: 'Confirme o seu e-mail',
  },
  confirm_body: {
    en: 'Welcome to {organisation}. Please confirm that this address is yours. The link works for two days.',
    de: 'Willkommen bei {organisation}. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört. Der Link gilt zwei Tage.',
    fr: 'Bienvenue chez {organisation}. Veuillez confirmer que cette adresse est la vôtre. Le lien est valable deux jours.',
    pt: 'Boas-vindas a {organisation}. Confirme que este endereço é seu. A ligação é válida durante dois dias.',
  },
  change_body: {
    en: 'You asked to use this address for your account at {organisation}. Please confirm it. The link works for two days.',
    de: 'Sie möchten diese Adresse für Ihr Konto bei {organisation} verwenden. Bitte bestätigen Sie sie. Der Link gilt zwei Tage.',
    fr: 'Vous souhaitez utiliser cette adresse pour votre compte chez {organisation}. Veuillez la confirmer. Le lien est valable deux jours.',
    pt: 'Pediu para usar este endereço na sua conta em {organisation}. Confirme-o. A ligação é válida durante dois dias.',
  },
  exists_subject: {
    en: 'You already have an account',
    de: 'Sie haben bereits ein Konto',
    fr: 'Vous avez déjà un compte',
    pt: 'Já tem uma conta',
  },
  exists_body: {
    en: 'Somebody, probably you, tried to register at {organisation} with this address. You already have an account: just sign in, or set a new password.',
    de: 'Jemand, wahrscheinlich Sie, wollte sich bei {organisation} mit dieser Adresse registrieren. Sie haben bereits ein Konto: Melden Sie sich an oder setzen Sie ein neues Passwort.',
    fr: 'Quelqu’un, sans doute vous, a voulu s’inscrire chez {organisation} avec cette adresse. Vous avez déjà un compte : connectez-vous ou choisissez un nouveau mot de passe.',
    pt: 'Alguém, provavelmente você, tentou registar-se em {organisation} com este endereço. Já tem uma conta: inicie sessão ou defina uma nova palavra-passe.',
  },
  email_changed_subject: {
    en: 'Your e-mail address was changed',
    de: 'Ihre E-Mail-Adresse wurde geändert',
    fr: 'Votre adresse e-mail a été modifiée',
    pt: 'O seu e-mail foi alterado',
  },
  email_changed_body: {
    en: 'Your account at {organisation} now uses {address}.',
    de: 'Ihr Konto bei {organisation} verwendet jetzt {address}.',
    fr: 'Votre compte chez {organisation} utilise maintenant {address}.',
    pt: 'A sua conta em {organisation} usa agora {address}.',
  },
  reset_subject: {
    en: 'Set a new password',
    de: 'Neues Passwort setzen',
    fr: 'Choisir un nouveau mot de passe',
    pt: 'Definir uma nova palavra-passe',
  },
  reset_body: {
    en: 'Here you can set a new password for your account at {organisation}. The link works for 30 minutes, once.',
    de: 'Hier können Sie ein neues Passwort für Ihr Konto bei {organisation} setzen. Der Link gilt 30 Minuten und nur einmal.',
    fr: 'Vous pouvez choisir ici un nouveau mot de passe pour votre compte chez {organisation}. Le lien est valable 30 minutes, une seule fois.',
    pt: 'Aqui pode definir uma nova palavra-passe para a sua conta em {organisation}. A ligação é válida durante 30 minutos, uma só vez.',
  },
  reset_sms: {
    en: '{organisation}: set a new password within 30 minutes: {link}',
    de: '{organisation}: Neues Passwort innerhalb von 30 Minuten setzen: {link}',
    fr: '{organisation} : nouveau mot de passe, dans les 30 minutes : {link}',
    pt: '{organisation}: nova palavra-passe, em 30 minutos: {link}',
  },
  password_changed_subject: {
    en: 'Your password was changed',
    de: 'Ihr Passwort wurde geändert',
    fr: 'Votre mot de passe a été modifié',
    pt: 'A sua palavra-passe foi alterada',
  },
  password_changed_body: {
    en: 'The password of your account at {organisation} was changed. Every other device was signed out.',
    de: 'Das Passwort Ihres Kontos bei {organisation} wurde geändert. Alle anderen Geräte wurden abgemeldet.',
    fr: 'Le mot de passe de votre compte chez {organisation} a été modifié. Tous les autres appareils ont été déconnectés.',
    pt: 'A palavra-passe da sua conta em {organisation} foi alterada. Todos os outros dispositivos terminaram sessão.',
  },
  code_subject: {
    en: 'Your code: {code}',
    de: 'Ihr Code: {code}',
    fr: 'Votre code : {code}',
    pt: 'O seu código: {code}',
  },
  code_body: {
    en: 'Your code for {organisation} is {code}. It works for 10 minutes. Never tell it to anybody.',
    de: 'Ihr Code für {organisation} lautet {code}. Er gilt 10 Minuten. Geben Sie ihn niemandem weiter.',
    fr: 'Votre code pour {organisation} est {code}. Il est valable 10 minutes. Ne le communiquez à personne.',
    pt: 'O seu código para {organisation} é {code}. É válido durante 10 minutos. Não o diga a ninguém.',
  },
  code_sms: {
    en: '{code} is your code for {organisation}. It works for 10 minutes.',
    de: '{code} ist Ihr Code für {organisation}. Er gilt 10 Minuten.',
    fr: '{code} est votre code pour {organisation}, valable 10 minutes.',
    pt: '{code} é o seu código para {organisation}, válido 10 minutos.',
  },
  mfa_on_subject: {
    en: 'A second step was switched on',
    de: 'Ein zweiter Anmeldeschritt wurde eingeschaltet',
    fr: 'Une seconde étape a été activée',
    pt: 'Um segundo passo foi ativado',
  },
  mfa_on_body: {
    en: 'From now on, signing in to {organisation} needs a code besides your password.',
    de: 'Ab jetzt braucht die Anmeldung bei {organisation} neben dem Passwort einen Code.',
    fr: 'Désormais, la connexion à {organisation} demande un code en plus du mot de passe.',
    pt: 'A partir de agora, iniciar sessão em {organisation} exige um código além da palavra-passe.',
  },
  mfa_off_subject: {
    en: 'A second step was switched off',
    de: 'Ein zweiter Anmeldeschritt wurde ausgeschaltet',
    fr: 'Une seconde étape a été désactivée',
    pt: 'Um segundo passo foi desativado',
  },
  mfa_off_body: {
    en: 'A second step of your sign-in to {organisation} was switched off.',
    de: 'Ein zweiter Schritt Ihrer Anmeldung bei {organisation} wurde ausgeschaltet.',
    fr: 'Une seconde étape de votre connexion à {organisation} a été désactivée.',
    pt: 'Um segundo passo do seu início de sessão em {organisation} foi desativado.',
  },
  invitation_subject: {
    en: 'You are invited to {organisation}',
    de: 'Sie sind zu {organisation} eingeladen',
    fr: 'Vous êtes invité à {organisation}',
    pt: 'Convite para {organisation}',
  },
  invitation_body: {
    en: 'You were invited to help administer {organisation}. Choose a password to begin. The link works for seven days.',
    de: 'Sie sind eingeladen, bei der Verwaltung von {organisation} mitzuhelfen. Wählen Sie ein Passwort, um zu beginnen. Der Link gilt sieben Tage.',
    fr: 'Vous êtes invité à participer à l’administration de {organisation}. Choisissez un mot de passe pour commencer. Le lien est valable sept jours.',
    pt: 'Foi convidado para ajudar a administrar {organisation}. Escolha uma palavra-passe para começar. A ligação é válida durante sete dias.',
  },
  welcome_subject: {
    en: 'Your account at {organisation}',
    de: 'Ihr Konto bei {organisation}',
    fr: 'Votre compte chez {organisation}',
    pt: 'A sua conta em {organisation}',
  },
  welcome_body: {
    en: 'An account was made for you at {organisation}. Choose a password to use it. The link works for seven days.',
    de: 'Für Sie wurde bei {organisation} ein Konto angelegt. Wählen Sie ein Passwort, um es zu nutzen. Der Link gilt sieben Tage.',
    fr: 'Un compte a été créé pour vous chez {organisation}. Choisissez un mot de passe pour l’utiliser. Le lien est valable sept jours.',
    pt: 'Foi criada uma conta para si em {organisation}. Escolha uma palavra-passe para a usar. A ligação é válida durante sete dias.',
  },
  approved_subject: {
    en: 'Your account is approved',
    de: 'Ihr Konto ist freigegeben',
    fr: 'Votre compte est approuvé',
    pt: 'A sua conta foi aprovada',
  },
  approved_body: {
    en: 'Your account at {organisation} is approved. You can sign in now.',
    de: 'Ihr Konto bei {organisation} ist freigegeben. Sie können sich jetzt anmelden.',
    fr: 'Votre compte chez {organisation} est approuvé. Vous pouvez vous connecter.',
    pt: 'A sua conta em {organisation} foi aprovada. Já pode iniciar sessão.',
  },
})

const person = { name: z.string(), organisation: z.string() }
const withToken = z.object({ ...person, token: z.string() })

const CONFIRM_PATH = '/auth/register/confirm-email'
const RESET_PATH = '/auth/reset-password'
const RESET_MFA_PATH = '/auth/forgot-password-mfa'
const INVITATION_PATH = '/auth/invitation'

const link = (publicUrl: string, path: string, token: string) => `${publicUrl}${path}?token=${token}`
/** Where the link of an invitation leads. */
export const invitationLink = (publicUrl: string, token: string): string => link(publicUrl, INVITATION_PATH, token)

interface Values {
  readonly name: string
  readonly organisation: string
}

const letter = (language: Language, data: Values, subject: Translated, parts: readonly (Translated | string)[]) => {
  const values = { ...data }
  const say = (part: Translated | string) => (typeof part === 'string' ? part : translate(part, language, values))
  return { subject: say(subject), text: [data.name ? texts.hello : texts.hello_all, ...parts].map(say).join('\n\n') }
}

const confirmation = (body: Translated): Template =>
  template(withToken, (data, language, { publicUrl }) =>
    letter(language, data, texts.confirm_subject, [body, link(publicUrl, CONFIRM_PATH, data.token), texts.not_you]),
  )

const reset = (path: string): Template =>
  template(withToken, (data, language, { publicUrl }) =>
    letter(language, data, texts.reset_subject, [texts.reset_body, link(publicUrl, path, data.token), texts.not_you]),
  )

const resetSms = (path: string): Template =>
  template(withToken, (data, language, { publicUrl }) => ({
    subject: '',
    text: translate(texts.reset_sms, language, {
      organisation: data.organisation,
      link: link(publicUrl, path, data.token),
    }),
  }))

const notice = (subject: Translated, body: Translated, end: Translated): Template =>
  template(z.object({ ...person, address: z.string().optional() }), (data, language) =>
    letter(language, { ...data }, subject, [body, end]),
  )

/** After a decision: what is open now, or where to choose the title that they bear. */
const TITLE_PATHS = { confirmed: '/events', declined: '/auth/account' } as const

const titleNotice = (outcome: 'confirmed' | 'declined'): Template =>
  noticeTemplate(
    'reservation',
    z.object({ name: z.string(), title: z.string(), reason: z.string() }),
    (data, language, { publicUrl }) => {
      const subject = translate(titleTexts[`${outcome}_subject`], language, data)
      const body = translate(titleTexts[`${outcome}_body`], language, data)
      return {
        subject,
        body,
        link: TITLE_PATHS[outcome],
        sms: `${subject}. ${publicUrl}${TITLE_PATHS[outcome]}`,
        text: [translate(texts.hello, language, data), body, `${publicUrl}${TITLE_PATHS[outcome]}`].join('\n\n'),
      }
    },
  )

/** Everything that accounts are told by mail or SMS. */
export const identityTemplates: Templates = {
  confirm_account: confirmation(texts.confirm_body),
  confirm_email_change: confirmation(texts.change_body),
  account_exists: template(z.object(person), (data, language, { publicUrl }) =>
    letter(language, data, texts.exists_subject, [texts.exists_body, `${publicUrl}/auth/login`, texts.not_you]),
  ),
  email_changed: notice(texts.email_changed_subject, texts.email_changed_body, texts.act_now),
  password_reset: reset(RESET_PATH),
  password_reset_mfa: reset(RESET_MFA_PATH),
  password_reset_sms: resetSms(RESET_PATH),
  password_reset_mfa_sms: resetSms(RESET_MFA_PATH),
  password_changed: notice(texts.password_changed_subject, texts.password_changed_body, texts.act_now),
  code: template(z.object({ ...person, code: z.string() }), (data, language) =>
    letter(language, { ...data }, texts.code_subject, [texts.code_body]),
  ),
  code_sms: template(z.object({ ...person, code: z.string() }), (data, language) => ({
    subject: '',
    text: translate(texts.code_sms, language, { code: data.code, organisation: data.organisation }),
  })),
  mfa_on: notice(texts.mfa_on_subject, texts.mfa_on_body, texts.act_now),
  mfa_off: notice(texts.mfa_off_subject, texts.mfa_off_body, texts.act_now),
  invitation: template(withToken, (data, language, { publicUrl }) =>
    letter(language, data, texts.invitation_subject, [texts.invitation_body, invitationLink(publicUrl, data.token)]),
  ),
  invitation_member: template(withToken, (data, language, { publicUrl }) =>
    letter(language, data, texts.welcome_subject, [texts.welcome_body, invitationLink(publicUrl, data.token)]),
  ),
  title_confirmed: titleNotice('confirmed'),
  title_declined: titleNotice('declined'),
  account_approved: template(z.object(person), (data, language, { publicUrl }) =>
    letter(language, data, texts.approved_subject, [texts.approved_body, `${publicUrl}/auth/login`]),
  ),
}
