/** The height of a tall panel: about as much as three others. */
const tallHeight = 3;
const columnsMax = 3;

/**
 * Divides panels into at most three columns of similar height without changing their order, so that one column on a phone
 * and the focus order are the same list.
 */
export function panelColumns<Panel extends { readonly tall?: true }>(panels: readonly Panel[]): Panel[][] {
  const count = Math.min(columnsMax, panels.length);
  return count === 0 ? [] : divide([...panels], count).columns;
}

function divide<Panel extends { readonly tall?: true }>(
  panels: Panel[],
  count: number,
): { columns: Panel[][]; height: number } {
  if (count === 1) return { columns: [panels], height: heightOf(panels) };
  const choices = Array.from({ length: panels.length - count + 1 }, (_, n) => {
    const first = panels.slice(0, n + 1);
    const rest = divide(panels.slice(n + 1), count - 1);
    return { columns: [first, ...rest.columns], height: Math.max(heightOf(first), rest.height) };
  });
  return choices.reduce((best, choice) => (choice.height < best.height ? choice : best));
}

const heightOf = (panels: readonly { readonly tall?: true }[]) =>
  panels.reduce((sum, { tall }) => sum + (tall ? tallHeight : 1), 0);
