import type { PublicFaq } from '@shiloh/contract/public-pages'
import type { Tx } from '#platform/db'
import { renderRichText } from '#platform/rich-text'

/** The questions that stand on every event's page: those of the category "event". */
export const listEventFaqs = async (tx: Tx): Promise<PublicFaq[]> => {
  const rows = await tx
    .selectFrom('faqs')
    .select(['question', 'answer'])
    .where('category', 'in', ['event', 'events'])
    .orderBy('position')
    .orderBy('id')
    .limit(20)
    .execute()
  return rows.map(({ question, answer }) => ({ question, answer_html: renderRichText(answer) }))
}
