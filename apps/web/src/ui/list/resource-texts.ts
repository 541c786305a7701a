import { defineTexts } from '@shiloh/contract/core'

/** Texts of every managed resource. */
export const texts = defineTexts({
  name: { en: 'Name', de: 'Name', fr: 'Nom', pt: 'Nome' },
  description: { en: 'Description', de: 'Beschreibung', fr: 'Description', pt: 'Descrição' },
  phone: { en: 'Phone', de: 'Telefon', fr: 'Téléphone', pt: 'Telefone' },
  code: { en: 'Code', de: 'Kürzel', fr: 'Code', pt: 'Código' },
  changed: { en: 'Changed', de: 'Geändert', fr: 'Modifié', pt: 'Alterado' },
  remove: { en: 'Delete', de: 'Löschen', fr: 'Supprimer', pt: 'Eliminar' },
  remove_question: {
    en: '{count, plural, one {Delete {name}?} other {Delete # entries?}}',
    de: '{count, plural, one {{name} löschen?} other {# Einträge löschen?}}',
    fr: '{count, plural, one {Supprimer {name} ?} other {Supprimer # éléments ?}}',
    pt: '{count, plural, one {Eliminar {name}?} other {Eliminar # entradas?}}',
  },
  remove_text: {
    en: 'This cannot be undone. What is still in use stays.',
    de: 'Das lässt sich nicht rückgängig machen. Was noch verwendet wird, bleibt.',
    fr: 'Cette action est définitive. Ce qui est encore utilisé reste.',
    pt: 'Não é possível anular. O que ainda está em uso fica.',
  },
  removed: {
    en: '{count, plural, one {# entry deleted} other {# entries deleted}}',
    de: '{count, plural, one {# Eintrag gelöscht} other {# Einträge gelöscht}}',
    fr: '{count, plural, one {# élément supprimé} other {# éléments supprimés}}',
    pt: '{count, plural, one {# entrada eliminada} other {# entradas eliminadas}}',
  },
  kept_title: {
    en: '{count, plural, one {This cannot be deleted now} other {# of them cannot be deleted now}}',
    de: '{count, plural, one {Das lässt sich jetzt nicht löschen} other {# davon lassen sich jetzt nicht löschen}}',
    fr: '{count, plural, one {Suppression impossible pour l’instant} other {# d’entre eux ne peuvent pas être supprimés}}',
    pt: '{count, plural, one {Não é possível eliminar agora} other {# delas não podem ser eliminadas agora}}',
  },
  understood: { en: 'OK', de: 'OK', fr: 'OK', pt: 'OK' },
  kept: {
    en: '{count, plural, one {# entry could not be deleted} other {# entries could not be deleted}}: {reason}',
    de: '{count, plural, one {# Eintrag konnte nicht gelöscht werden} other {# Einträge konnten nicht gelöscht werden}}: {reason}',
    fr: '{count, plural, one {# élément n’a pas pu être supprimé} other {# éléments n’ont pas pu être supprimés}} : {reason}',
    pt: '{count, plural, one {# entrada não foi eliminada} other {# entradas não foram eliminadas}}: {reason}',
  },
})
