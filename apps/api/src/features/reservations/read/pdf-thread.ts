import { parentPort } from 'node:worker_threads'
import { type PdfRequest, reservationPdf } from './pdf.ts'

/** Renders PDFs one after the other, outside the thread that answers requests. */
parentPort?.on('message', ({ id, view, facts, language, now }: PdfRequest) => {
  reservationPdf(view, facts, language, now).then(
    (bytes) => parentPort?.postMessage({ id, bytes }),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  )
})
