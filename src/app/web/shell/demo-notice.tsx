/** Shows a notice if the server has marked the page as a demo, from the first paint, so that nothing shifts. */
export function DemoNotice() {
  return (
    <p className="hidden border-b border-line bg-sunken px-4 py-1 text-center text-12 text-muted in-data-demo:block">
      Demo: fictional goods, real ledger.
    </p>
  );
}
