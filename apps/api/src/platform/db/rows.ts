/**
 * The columns that a caller gets under the same name, with the contract's types; `Instants` are dates until they are
 * sent. Beside SQL as text, list them with `Pick`. With a typed query, leave out what is computed with `Omit`: a field
 * that the contract gains is then missing in the query.
 */
export type RowOf<View, Instants extends keyof View = never> = {
  readonly [Column in keyof View]: Column extends Instants ? Date | Extract<View[Column], null> : View[Column]
}

/** A row as the database has it: these columns are any text until they are compared with the contract's values. */
export type Unchecked<Row, Columns extends keyof Row> = {
  readonly [Column in keyof Row]: Column extends Columns ? string | Extract<Row[Column], null> : Row[Column]
}
