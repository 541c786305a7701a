import { defineTexts } from '@shiloh/contract/core'
import { VENDOR_WORDS } from '@shiloh/contract/vendors/words'

const ofFiles = defineTexts('server/vendors', {
  no_events: 'No event yet',
  meals: 'Meals',
  meals_before: 'Meals before {date}',
  ordered_by: 'Who eats',
  diets: 'Dietary needs',
  by_day: 'By day',
  due: 'Due',
  meal: 'Meal',
  time: 'Time',
  caterer: 'Caterer',
  unordered: 'Of these not ordered',
  booked: 'Reserved at first',
  more: 'Added since',
  fewer: 'Taken out since',
  cancelled: 'Cancelled or unpaid',
  by_others: 'From another vendor',
  late: 'Of these from {date}, {time}',
  persons: 'Persons',
  since_yesterday: 'Since yesterday',
  need: 'Need',
  quantity: 'Quantity',
  days: 'Days',
  price: 'Price ({currency})',
  total: 'Total',
  due_note:
    'Due is what is ordered now, at the prices of the reservations. Meals that were eaten without an order are not part of it.',
})

/** Words of the files for kitchens and suppliers. */
export const texts = { ...VENDOR_WORDS, ...ofFiles }
