import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  activities: {
    en: 'Activities & Events',
    de: 'Aktivitäten und Veranstaltungen',
    fr: 'Activités et événements',
    pt: 'Atividades e eventos',
  },
  blogs: { en: 'Blogs', de: 'Blog', fr: 'Blog', pt: 'Blogue' },
  post: { en: 'Blog post', de: 'Beitrag', fr: 'Article', pt: 'Artigo' },
  search: { en: 'Search posts', de: 'Beiträge suchen', fr: 'Rechercher un article', pt: 'Procurar artigos' },
  none: {
    en: 'Nothing has been written yet',
    de: 'Es gibt noch keine Beiträge',
    fr: 'Aucun article pour l’instant',
    pt: 'Ainda não há artigos',
  },
  none_hint: {
    en: 'News and encouragement will appear here.',
    de: 'Hier erscheinen Neuigkeiten und Ermutigung.',
    fr: 'Nouvelles et encouragements paraîtront ici.',
    pt: 'As novidades e palavras de ânimo aparecerão aqui.',
  },
  none_found: {
    en: 'No post matches “{search}”',
    de: 'Kein Beitrag passt zu „{search}“',
    fr: 'Aucun article ne correspond à « {search} »',
    pt: 'Nenhum artigo corresponde a “{search}”',
  },
  show_all: { en: 'Show all', de: 'Alle zeigen', fr: 'Tout afficher', pt: 'Mostrar todos' },
  by: { en: 'By {author}', de: 'Von {author}', fr: 'Par {author}', pt: 'Por {author}' },
  comment_count: {
    en: '{count, plural, =0 {No comments} one {# comment} other {# comments}}',
    de: '{count, plural, =0 {Keine Kommentare} one {# Kommentar} other {# Kommentare}}',
    fr: '{count, plural, =0 {Aucun commentaire} one {# commentaire} other {# commentaires}}',
    pt: '{count, plural, =0 {Sem comentários} one {# comentário} other {# comentários}}',
  },
  comments: { en: 'Comments', de: 'Kommentare', fr: 'Commentaires', pt: 'Comentários' },
  you: { en: 'You', de: 'Sie', fr: 'Vous', pt: 'Você' },
  your_comment: { en: 'Your comment', de: 'Ihr Kommentar', fr: 'Votre commentaire', pt: 'O seu comentário' },
  send: {
    en: 'Post comment',
    de: 'Kommentar veröffentlichen',
    fr: 'Publier le commentaire',
    pt: 'Publicar comentário',
  },
  sent: {
    en: 'Your comment is published.',
    de: 'Ihr Kommentar ist veröffentlicht.',
    fr: 'Votre commentaire est publié.',
    pt: 'O seu comentário foi publicado.',
  },
  first: {
    en: 'Nobody has commented yet.',
    de: 'Noch hat niemand kommentiert.',
    fr: 'Personne n’a encore commenté.',
    pt: 'Ainda ninguém comentou.',
  },
  more: { en: 'More to read', de: 'Mehr zu lesen', fr: 'À lire aussi', pt: 'Mais para ler' },
})
