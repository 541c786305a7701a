/** What `onSave` of a form resolves to when it was not saved after all: the form stays as it is. */
export const NOT_SAVED = Symbol('not saved')
