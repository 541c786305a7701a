import type { Definition, WorkflowOptions } from '@shiloh/contract/workflows'

export interface SentenceProps {
  definition: Definition
  options: WorkflowOptions
  readOnly: boolean
  /** The parts that name a record which no longer exists, as the server names them. */
  gone: readonly string[]
  onChange: (definition: Definition) => void
}

export type Given = Pick<SentenceProps, 'options' | 'readOnly'>

/** Of a part that can name a record. */
export type Naming = Given & { gone: boolean }
