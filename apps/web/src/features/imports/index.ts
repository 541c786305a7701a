export { UndoImport } from './undo-import.tsx'
