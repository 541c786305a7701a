import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { queryOf } from '#platform/queries'

/** One form with its sections. */
export const formQuery = (id: string) => queryOf(eventFormRoutes.get, { params: { id } })
export const formKey = (id: string) => formQuery(id).queryKey
