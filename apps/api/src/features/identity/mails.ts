import { type AnyValues, defineTexts, type Language, type Message } from '@shiloh/contract/core'
import { z } from 'zod'
import { EXAMPLE } from '#platform/messaging/example'
import { noticeTemplate, type Template, type Templates, template } from '#platform/messaging/templates'
import { translate } from '#platform/text/texts'

/** Texts about the office's decision on a title, also for the app. */
const titleTexts = defineTexts('server/title-mails', {
  confirmed_subject: 'Your title is confirmed: {title}',
  confirmed_body: 'The office has confirmed it. You can now choose everything that is open to this title.',
  declined_subject: 'Your title was not confirmed: {title}',
  declined_body: 'The reason: “{reason}”. Please choose the correct title in your account, or ask the office.',
  spouse_confirmed_subject: 'The title of {spouse} is confirmed: {title}',
  spouse_confirmed_body:
    'The office has confirmed it. You can now choose everything that is open to this title for {spouse}.',
  spouse_declined_subject: 'The title of {spouse} was not confirmed: {title}',
  spouse_declined_body:
    'The reason: “{reason}”. Please choose the correct title in your spouse list, or ask the office.',
})

const texts = defineTexts('server/account-mails', {
  hello_all: 'Hello,',
  hello: 'Dear {name},',
  not_you: 'If this was not you, you can ignore this message. Nothing changes.',
  act_now: 'If this was not you, set a new password immediately and tell the office.',
  confirm_subject: 'Confirm your e-mail address',
  confirm_body: 'Welcome to {organisation}. Please confirm that this address is yours. The link works for two days.',
  confirm_event: 'Then you can reserve your place at {event}.',
  change_body:
    'You asked to use this address for your account at {organisation}. Please confirm it. The link works for two days.',
  exists_subject: 'You already have an account',
  exists_body:
    'Somebody, probably you, tried to register at {organisation} with this address. You already have an account: just sign in, or set a new password.',
  email_changed_subject: 'Your e-mail address was changed',
  email_changed_body: 'Your account at {organisation} now uses {address}.',
  reset_subject: 'Set a new password',
  reset_body:
    'Here you can set a new password for your account at {organisation}. The link works for 30 minutes, once.',
  reset_sms: '{organisation}: set a new password within 30 minutes: {link}',
  password_changed_subject: 'Your password was changed',
  password_changed_body:
    'The password of your account at {organisation} was changed. Every other device was signed out.',
  code_subject: 'Your code: {code}',
  code_body: 'Your code for {organisation} is {code}. It works for 10 minutes. Never tell it to anybody.',
  code_sms: '{code} is your code for {organisation}. It works for 10 minutes.',
  sign_in_code_subject: 'Your code to sign in: {code}',
  sign_in_code_body:
    'Your code to sign in to {organisation} is {code}. It works once, for 10 minutes. Never tell it to anybody.',
  sign_in_code_sms:
    '{code} is your code to sign in to {organisation}. It works for 10 minutes. Never tell it to anybody.',
  mfa_on_subject: 'A second step was switched on',
  mfa_on_body: 'From now on, signing in to {organisation} needs a code besides your password.',
  mfa_off_subject: 'A second step was switched off',
  mfa_off_body: 'A second step of your sign-in to {organisation} was switched off.',
  passkey_added_subject: 'A passkey was added',
  passkey_added_body:
    'The passkey “{passkey}” was added to your account at {organisation}. It signs in together with your password, or alone at the sign-in of staff.',
  passkey_removed_subject: 'A passkey was removed',
  passkey_removed_body: 'The passkey “{passkey}” of your account at {organisation} was removed.',
  invitation_subject: 'You are invited to {organisation}',
  invitation_body:
    'You were invited to help administer {organisation}. Choose a password to begin. The link works for seven days.',
  welcome_subject: 'Your account at {organisation}',
  welcome_body:
    'An account was made for you at {organisation}. Choose a password to use it. The link works for seven days.',
  approved_subject: 'Your account is approved',
  approved_body: 'Your account at {organisation} is approved. You can sign in now.',
})

const person = { name: z.string(), organisation: z.string() }
const withToken = z.object({ ...person, token: z.string() })

const EXAMPLES = { name: EXAMPLE.name, organisation: EXAMPLE.organisation, token: EXAMPLE.token }
/** What staff see of a message about accounts. */
const account = { group: 'account', examples: [EXAMPLES] } as const
const code = { group: 'account', examples: [{ ...EXAMPLES, code: '482913' }] } as const

const CONFIRM_PATH = '/auth/register/confirm-email'
const RESET_PATH = '/auth/reset-password'
const RESET_MFA_PATH = '/auth/forgot-password-mfa'
const INVITATION_PATH = '/auth/invitation'

const link = (publicUrl: string, path: string, token: string) => `${publicUrl}${path}?token=${token}`
/** The URL where somebody whom the office made an account for chooses a password. Staff sign in at a door of their own. */
const welcomeLink = (publicUrl: string, token: string): string => link(publicUrl, INVITATION_PATH, token)
/** The same for staff. */
export const invitationLink = (publicUrl: string, token: string): string => `${welcomeLink(publicUrl, token)}&as=admin`

interface Values {
  readonly name: string
  readonly organisation: string
}

const letter = (language: Language, data: Values, subject: Message, parts: readonly (Message | string)[]) => {
  const values: AnyValues = { ...data }
  const say = (part: Message | string) => (typeof part === 'string' ? part : translate(part, language, values))
  return { subject: say(subject), text: [data.name ? texts.hello : texts.hello_all, ...parts].map(say).join('\n\n') }
}

/** With the event that somebody registers for. Empty for none. */
const toConfirm = withToken.extend({ event: z.string().default('') })

const confirmation = (body: Message, examples: readonly z.input<typeof toConfirm>[] = [EXAMPLES]): Template =>
  template(
    toConfirm,
    (data, language, { publicUrl }) =>
      letter(language, data, texts.confirm_subject, [
        body,
        ...(data.event === '' ? [] : [texts.confirm_event]),
        link(publicUrl, CONFIRM_PATH, data.token),
        texts.not_you,
      ]),
    { group: 'account', examples },
  )

const reset = (path: string): Template =>
  template(
    withToken,
    (data, language, { publicUrl }) =>
      letter(language, data, texts.reset_subject, [texts.reset_body, link(publicUrl, path, data.token), texts.not_you]),
    account,
  )

const resetSms = (path: string): Template =>
  template(
    withToken,
    (data, language, { publicUrl }) => ({
      subject: '',
      text: translate(texts.reset_sms, language, {
        organisation: data.organisation,
        link: link(publicUrl, path, data.token),
      }),
    }),
    account,
  )

const notice = (subject: Message, body: Message, end: Message): Template =>
  template(
    z.object({ ...person, address: z.string().optional() }),
    (data, language) => letter(language, { ...data }, subject, [body, end]),
    { group: 'account', examples: [{ ...EXAMPLES, address: 'isaac@example.org' }] },
  )

const passkeyNotice = (subject: Message, body: Message): Template =>
  template(
    z.object({ ...person, passkey: z.string() }),
    (data, language) => letter(language, { ...data }, subject, [body, texts.act_now]),
    { group: 'account', examples: [{ ...EXAMPLES, passkey: 'My phone' }] },
  )

/** Where the notice of a decision leads: to what is open now, or to where a title can be chosen. */
const TITLE_PATHS = {
  confirmed: '/events',
  declined: '/auth/account',
  spouse_confirmed: '/events',
  spouse_declined: '/spouse',
} as const

const titleNotice = (outcome: keyof typeof TITLE_PATHS): Template =>
  noticeTemplate(
    'reservation',
    z.object({ name: z.string(), spouse: z.string().default(''), title: z.string(), reason: z.string() }),
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
    {
      group: 'account',
      examples: [
        {
          name: EXAMPLE.name,
          spouse: 'Grace Mensah',
          title: 'Pastor',
          reason: 'The presbytery has not confirmed it yet',
        },
      ],
    },
  )

/** All mails and SMS about accounts. */
export const identityTemplates: Templates = {
  confirm_account: confirmation(texts.confirm_body, [{ ...EXAMPLES, event: EXAMPLE.event }, EXAMPLES]),
  confirm_email_change: confirmation(texts.change_body),
  account_exists: template(
    // The event that they were going to, if any. A visitor of that page signs in first.
    z.object({ ...person, event: z.string().default('') }),
    (data, language, { publicUrl }) =>
      letter(language, data, texts.exists_subject, [
        texts.exists_body,
        data.event === '' ? `${publicUrl}/auth/login` : `${publicUrl}/events/${data.event}/reserve`,
        texts.not_you,
      ]),
    account,
  ),
  email_changed: notice(texts.email_changed_subject, texts.email_changed_body, texts.act_now),
  password_reset: reset(RESET_PATH),
  password_reset_mfa: reset(RESET_MFA_PATH),
  password_reset_sms: resetSms(RESET_PATH),
  password_reset_mfa_sms: resetSms(RESET_MFA_PATH),
  password_changed: notice(texts.password_changed_subject, texts.password_changed_body, texts.act_now),
  code: template(
    z.object({ ...person, code: z.string() }),
    (data, language) => letter(language, { ...data }, texts.code_subject, [texts.code_body]),
    code,
  ),
  code_sms: template(
    z.object({ ...person, code: z.string() }),
    (data, language) => ({
      subject: '',
      text: translate(texts.code_sms, language, { code: data.code, organisation: data.organisation }),
    }),
    code,
  ),
  sign_in_code: template(
    z.object({ ...person, code: z.string() }),
    (data, language) =>
      letter(language, { ...data }, texts.sign_in_code_subject, [texts.sign_in_code_body, texts.not_you]),
    code,
  ),
  sign_in_code_sms: template(
    z.object({ ...person, code: z.string() }),
    (data, language) => ({
      subject: '',
      text: translate(texts.sign_in_code_sms, language, { code: data.code, organisation: data.organisation }),
    }),
    code,
  ),
  mfa_on: notice(texts.mfa_on_subject, texts.mfa_on_body, texts.act_now),
  mfa_off: notice(texts.mfa_off_subject, texts.mfa_off_body, texts.act_now),
  passkey_added: passkeyNotice(texts.passkey_added_subject, texts.passkey_added_body),
  passkey_removed: passkeyNotice(texts.passkey_removed_subject, texts.passkey_removed_body),
  invitation: template(
    withToken,
    (data, language, { publicUrl }) =>
      letter(language, data, texts.invitation_subject, [texts.invitation_body, invitationLink(publicUrl, data.token)]),
    { group: 'account', examples: [EXAMPLES, { ...EXAMPLES, name: '' }] },
  ),
  invitation_member: template(
    withToken,
    (data, language, { publicUrl }) =>
      letter(language, data, texts.welcome_subject, [texts.welcome_body, welcomeLink(publicUrl, data.token)]),
    account,
  ),
  title_confirmed: titleNotice('confirmed'),
  title_declined: titleNotice('declined'),
  spouse_title_confirmed: titleNotice('spouse_confirmed'),
  spouse_title_declined: titleNotice('spouse_declined'),
  account_approved: template(
    z.object(person),
    (data, language, { publicUrl }) =>
      letter(language, data, texts.approved_subject, [texts.approved_body, `${publicUrl}/auth/login?with=password`]),
    account,
  ),
}
