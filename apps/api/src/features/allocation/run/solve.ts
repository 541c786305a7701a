import { createRequire } from 'node:module'
import type { Highs } from 'highs'
import type { Program } from './program.rules.ts'

export interface Solution {
  /** One for each column of the program. They need not be whole numbers. */
  readonly values: ArrayLike<number>
  /** No solution is better. */
  readonly bound: number
}

// Its types describe the file that `require` finds, not the module that `import` finds.
const { default: loadHighs }: typeof import('highs') = createRequire(import.meta.url)('highs')

let loaded: Promise<Highs> | undefined

/**
 * Solves a program with HiGHS, in the thread that calls it. It does not ask for whole numbers: that takes several times as
 * long for a few people more. The simplex method takes the same steps each time, so the same program has the same solution.
 * Returns undefined if HiGHS found none.
 */
export const solve = async ({ columns, rows }: Program): Promise<Solution | undefined> => {
  if (columns.length === 0) return { values: [], bound: 0 }
  loaded ??= loadHighs()
  const highs = await loaded
  const starts = [0]
  const indices: number[] = []
  const values: number[] = []
  for (const { entries } of rows) {
    for (const { column, by } of entries) {
      indices.push(column)
      values.push(by)
    }
    starts.push(indices.length)
  }
  return highs.withModel(
    {
      numCols: columns.length,
      numRows: rows.length,
      sense: highs.constants.objectiveSense.maximize,
      colCost: columns.map(({ value }) => value),
      colLower: columns.map(() => 0),
      colUpper: columns.map(({ most }) => most),
      rowLower: rows.map(() => -highs.infinity),
      rowUpper: rows.map(({ most }) => most),
      matrix: { format: 'csr', numRows: rows.length, numCols: columns.length, starts, indices, values },
    },
    (model) => {
      model.options.set({ output_flag: false, solver: 'simplex' })
      model.run()
      if (model.getModelStatus() !== highs.constants.modelStatus.optimal) return undefined
      return { values: model.getSolution().colValue, bound: Math.floor(model.getObjectiveValue() + 1e-6) }
    },
  )
}
