import { Download } from 'lucide-react';
import type { Block } from '#domains/ledger/contract.ts';
import { saveBlob, saveText } from '#platform/web/save-file.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Menu, MenuItem } from '#platform/web/ui/overlay/menu.tsx';
import type { Graph } from './graph-model.ts';
import { graphAsJson, type PictureColours, pictureOf } from './graph-picture.ts';

export type SaveGraphProps = {
  graph: Graph;
  places: ReadonlyMap<string, { x: number; y: number }>;
  blocks: readonly Block[];
};

/** Exports the graph as a picture, as data, or to print. */
export function SaveGraph({ graph, places, blocks }: SaveGraphProps) {
  const picture = () => pictureOf(graph, places, pageColours());
  const savePng = () =>
    void toPng(picture()).then(
      (png) => saveBlob('blocks.png', png),
      () =>
        showToast({ title: "Couldn't create the picture", description: 'Save it as SVG instead.', tone: 'failure' }),
    );
  return (
    <Menu
      trigger={
        <IconButton label="Download the graph" size="small">
          <Download aria-hidden="true" size={15} />
        </IconButton>
      }
    >
      <MenuItem onSelect={savePng}>PNG picture</MenuItem>
      <MenuItem onSelect={() => saveText('blocks.svg', picture().svg, 'image/svg+xml')}>SVG picture</MenuItem>
      <MenuItem onSelect={() => saveText('blocks.json', graphAsJson(graph, blocks), 'application/json')}>
        JSON data
      </MenuItem>
      <MenuItem onSelect={() => window.print()}>Print</MenuItem>
    </Menu>
  );
}

function pageColours(): PictureColours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    page: colour('--stone-1'),
    surface: colour('--raised'),
    line: colour('--stone-8'),
    ink: colour('--stone-12'),
    muted: colour('--stone-10'),
    accent: colour('--accent'),
    danger: colour('--danger'),
  };
}

/** Renders at twice the size, so that it is sharp on paper. */
async function toPng({ svg, width, height }: { svg: string; width: number; height: number }): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * 2;
    canvas.height = height * 2;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob === null ? reject(new Error('The canvas returned no picture')) : resolve(blob))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
