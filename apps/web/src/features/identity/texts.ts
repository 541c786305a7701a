import { defineTexts } from '@shiloh/contract/core'

/** Names of the pages; they are the document's title and what the page-access log says. */
export const texts = defineTexts({
  login: { en: 'Sign in', de: 'Anmelden', fr: 'Connexion', pt: 'Iniciar sessão' },
  register: { en: 'Create an account', de: 'Konto anlegen', fr: 'Créer un compte', pt: 'Criar conta' },
  register_closed: {
    en: 'Registration is closed',
    de: 'Die Registrierung ist geschlossen',
    fr: 'Les inscriptions sont fermées',
    pt: 'O registo está fechado',
  },
  register_success: {
    en: 'Your account has been created',
    de: 'Ihr Konto ist angelegt',
    fr: 'Votre compte est créé',
    pt: 'A sua conta foi criada',
  },
  confirm_email: {
    en: 'Confirm your address',
    de: 'Adresse bestätigen',
    fr: 'Confirmez votre adresse',
    pt: 'Confirme o seu endereço',
  },
  welcome: { en: 'Welcome', de: 'Herzlich willkommen', fr: 'Bienvenue', pt: 'Boas-vindas' },
  invitation: {
    en: 'Complete your account',
    de: 'Ihr Konto vervollständigen',
    fr: 'Complétez votre compte',
    pt: 'Complete a sua conta',
  },
  mfa: { en: 'Second step', de: 'Zweiter Schritt', fr: 'Seconde étape', pt: 'Segundo passo' },
  password_expiration: {
    en: 'Your password has expired',
    de: 'Ihr Passwort ist abgelaufen',
    fr: 'Votre mot de passe a expiré',
    pt: 'A sua palavra-passe expirou',
  },
  forgot_password: {
    en: 'Forgotten your password?',
    de: 'Passwort vergessen?',
    fr: 'Mot de passe oublié ?',
    pt: 'Esqueceu a palavra-passe?',
  },
  reset_password: {
    en: 'Choose a new password',
    de: 'Neues Passwort wählen',
    fr: 'Choisissez un nouveau mot de passe',
    pt: 'Escolha uma nova palavra-passe',
  },
  verify_phone: {
    en: 'Verify your phone',
    de: 'Telefonnummer bestätigen',
    fr: 'Vérifiez votre téléphone',
    pt: 'Verifique o seu telefone',
  },
  onboarding: {
    en: 'Provide your details',
    de: 'Geben Sie Ihre Daten an',
    fr: 'Indiquez vos coordonnées',
    pt: 'Indique os seus dados',
  },
  account: { en: 'Your account', de: 'Ihr Konto', fr: 'Votre compte', pt: 'A sua conta' },
  not_authorized: { en: 'Access denied', de: 'Kein Zugriff', fr: 'Accès refusé', pt: 'Acesso negado' },
  maintenance: { en: 'Back soon', de: 'Gleich wieder da', fr: 'De retour bientôt', pt: 'Voltamos em breve' },
  security: {
    en: 'Two-step sign-in',
    de: 'Anmeldung in zwei Schritten',
    fr: 'Connexion en deux étapes',
    pt: 'Início de sessão em dois passos',
  },
  choose_method: {
    en: 'Choose a second step',
    de: 'Zweiten Schritt wählen',
    fr: 'Choisissez une seconde étape',
    pt: 'Escolha um segundo passo',
  },
  authentication_app: {
    en: 'Connect an authenticator app',
    de: 'Authenticator-App verbinden',
    fr: 'Associer une application d’authentification',
    pt: 'Ligar uma aplicação de autenticação',
  },
  activation_app: {
    en: 'Enter the code of your app',
    de: 'Code der App eingeben',
    fr: 'Saisissez le code de l’application',
    pt: 'Introduza o código da aplicação',
  },
  activation: {
    en: 'Enter the code we sent',
    de: 'Gesendeten Code eingeben',
    fr: 'Saisissez le code reçu',
    pt: 'Introduza o código enviado',
  },
  recovery_codes: {
    en: 'Recovery codes',
    // The soft hyphen lets the long word break on a phone.
    de: 'Wiederherstellungs\u00adcodes',
    fr: 'Codes de secours',
    pt: 'Códigos de recuperação',
  },
  recovery: {
    en: 'Sign in with a recovery code',
    de: 'Mit einem Wiederherstellungscode anmelden',
    fr: 'Se connecter avec un code de secours',
    pt: 'Entrar com um código de recuperação',
  },
  recovery_success: {
    en: 'You are signed in',
    de: 'Sie sind angemeldet',
    fr: 'Vous êtes connecté',
    pt: 'Sessão iniciada',
  },
  change_password: {
    en: 'Change your password',
    de: 'Passwort ändern',
    fr: 'Changer de mot de passe',
    pt: 'Alterar a palavra-passe',
  },
  spouse: { en: 'Spouse', de: 'Ehepartner', fr: 'Conjoint', pt: 'Cônjuge' },
  home: {
    en: 'Activities & Events',
    de: 'Aktivitäten & Veranstaltungen',
    fr: 'Activités & événements',
    pt: 'Atividades e eventos',
  },
})
