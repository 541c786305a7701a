/** Layouts of staff pages. Pages with another one have only the texts of members. */
export const STAFF_LAYOUTS = ['admin', 'check-in'] as const
