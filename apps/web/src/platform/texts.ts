import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  no_connection: {
    en: 'There was an error communicating with the server. Try again later.',
    de: 'Die Verbindung zum Server ist fehlgeschlagen. Bitte versuchen Sie es später erneut.',
    fr: 'La communication avec le serveur a échoué. Réessayez plus tard.',
    pt: 'Ocorreu um erro na comunicação com o servidor. Tente novamente mais tarde.',
  },
  socket_lost: {
    en: 'There was an issue communicating to the server. Please try refreshing the page.',
    de: 'Die Verbindung zum Server ist unterbrochen. Bitte laden Sie die Seite neu.',
    fr: 'La communication avec le serveur est interrompue. Veuillez actualiser la page.',
    pt: 'Houve um problema de comunicação com o servidor. Atualize a página.',
  },
  unreadable_answer: {
    en: 'The server answered in a way we did not understand. Please try again.',
    de: 'Die Antwort des Servers war nicht lesbar. Bitte versuchen Sie es erneut.',
    fr: 'La réponse du serveur est illisible. Veuillez réessayer.',
    pt: 'Não foi possível ler a resposta do servidor. Tente de novo.',
  },
  reset_token_expired: {
    en: 'Password reset token has expired',
    de: 'Der Link zum Zurücksetzen des Passworts ist abgelaufen',
    fr: 'Le lien de réinitialisation du mot de passe a expiré',
    pt: 'A ligação para repor a palavra-passe expirou',
  },
})
