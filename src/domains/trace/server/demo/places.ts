import type { Coordinates } from '#domains/trace/contract.ts';

/** Coordinates of the sample locations, WGS 84, to a hundredth of a degree. */
const places: Readonly<Record<string, readonly [latitude: number, longitude: number]>> = {
  'Aarhus, Denmark': [56.16, 10.2],
  'Basel, Switzerland': [47.56, 7.59],
  'Bergen, Norway': [60.39, 5.32],
  'Copenhagen Airport cold store': [55.62, 12.65],
  'Delft, Netherlands': [52.01, 4.36],
  'Duisburg rail hub': [51.43, 6.76],
  'Frankfurt Airport cold store': [50.03, 8.57],
  'Gisenyi, Rwanda': [-1.7, 29.26],
  'Göteborg, Sweden': [57.71, 11.97],
  'Göteborg terminal': [57.69, 11.89],
  'Karongi, Rwanda': [-2.06, 29.35],
  'Kigali roastery, Rwanda': [-1.95, 30.06],
  'Kolding depot': [55.49, 9.47],
  'Kristiansand, Norway': [58.15, 8.0],
  'Köln sorting center': [50.94, 6.96],
  'Lyon, France': [45.76, 4.84],
  'Madrid, Spain': [40.42, -3.7],
  'Milano secure depot': [45.46, 9.19],
  'Murano, Italy': [45.46, 12.35],
  'Nyamasheke, Rwanda': [-2.35, 29.09],
  'Oslo, Norway': [59.91, 10.75],
  'Paris, France': [48.86, 2.35],
  'Port of Antwerp': [51.27, 4.34],
  'Port of Hamburg': [53.54, 9.95],
  'Port of Mombasa': [-4.05, 39.64],
  'Rutsiro, Rwanda': [-1.93, 29.32],
  'Sevilla, Spain': [37.39, -5.98],
  'Stavanger, Norway': [58.97, 5.73],
  'Tromsø, Norway': [69.65, 18.96],
  'Trondheim, Norway': [63.43, 10.4],
  'Utrecht sorting center': [52.09, 5.12],
  'Valencia, Spain': [39.47, -0.38],
  'Zaragoza, Spain': [41.65, -0.89],
  'Zürich free port': [47.38, 8.54],
};

/** Returns the coordinates of a sample location in the form of `meta`, or nothing. */
export function coordinatesOf(location: unknown): { coordinates?: Coordinates } {
  const [latitude, longitude] = places[String(location)] ?? [];
  return latitude === undefined || longitude === undefined ? {} : { coordinates: { latitude, longitude } };
}
