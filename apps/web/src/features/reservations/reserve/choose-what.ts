import { useT } from '#platform/i18n'
import { texts } from './texts.ts'

/** Returns a function with the sentence that names what is to be chosen in a field. Empty: no sentence of its own. */
export function useChooseWhat(): (field: string) => string {
  const t = useT(texts)
  return (field) => {
    if (field.endsWith('participant_type_id')) return t('choose_type')
    if (field === 'accommodation.room_category_id') return t('choose_room')
    return field === 'accommodation.check_in' ? t('choose_nights') : ''
  }
}
