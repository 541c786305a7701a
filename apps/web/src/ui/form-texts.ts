import { defineTexts } from '@shiloh/contract/core'

/** Texts of every form. */
export const texts = defineTexts({
  close: { en: 'Close', de: 'Schließen', fr: 'Fermer', pt: 'Fechar' },
  save: { en: 'Save', de: 'Speichern', fr: 'Enregistrer', pt: 'Guardar' },
  cancel: { en: 'Cancel', de: 'Abbrechen', fr: 'Annuler', pt: 'Cancelar' },
  saved: { en: 'Saved', de: 'Gespeichert', fr: 'Enregistré', pt: 'Guardado' },
  optional: { en: 'optional', de: 'freiwillig', fr: 'facultatif', pt: 'opcional' },
  unsaved: {
    en: '{count, plural, one {# change not saved} other {# changes not saved}}',
    de: '{count, plural, one {# Änderung nicht gespeichert} other {# Änderungen nicht gespeichert}}',
    fr: '{count, plural, one {# modification non enregistrée} other {# modifications non enregistrées}}',
    pt: '{count, plural, one {# alteração por guardar} other {# alterações por guardar}}',
  },
  leave_title: {
    en: 'Leave without saving?',
    de: 'Ohne Speichern verlassen?',
    fr: 'Quitter sans enregistrer ?',
    pt: 'Sair sem guardar?',
  },
  leave_text: {
    en: 'What you changed here is lost.',
    de: 'Ihre Änderungen auf dieser Seite gehen verloren.',
    fr: 'Vos modifications seront perdues.',
    pt: 'O que alterou aqui perde-se.',
  },
  leave: { en: 'Leave', de: 'Verlassen', fr: 'Quitter', pt: 'Sair' },
  clear: { en: 'Clear {name}', de: '{name} leeren', fr: 'Effacer {name}', pt: 'Limpar {name}' },
  add_row: { en: 'Add', de: 'Hinzufügen', fr: 'Ajouter', pt: 'Adicionar' },
  remove_row: { en: 'Remove {name}', de: '{name} entfernen', fr: 'Retirer {name}', pt: 'Remover {name}' },
  row: { en: '{name} {number}', de: '{name} {number}', fr: '{name} {number}', pt: '{name} {number}' },
  no_match: { en: 'Nothing matches', de: 'Keine Treffer', fr: 'Aucun résultat', pt: 'Nada corresponde' },
  problems: {
    en: 'Please look at the marked fields.',
    de: 'Bitte prüfen Sie die markierten Felder.',
    fr: 'Veuillez vérifier les champs signalés.',
    pt: 'Verifique os campos assinalados.',
  },
})
